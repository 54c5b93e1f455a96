import type { Locale } from '#shared/locale.ts'
import type { Announcement } from '#shared/site.ts'
import { announcementScript } from './announcement-script.ts'
import { defineMessages } from './i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./announcement-banner.messages.en.ts'),
  es: () => import('./announcement-banner.messages.es.ts'),
})

/**
 * The server's alone, as the banner of the sandbox: hydration passes over it, and no script of a page has it. What was
 * dismissed is taken out by the small script after it, before anything of it is drawn.
 */
export function AnnouncementBanner({ announcement, locale }: { announcement: Announcement; locale: Locale }) {
  const t = useTranslate()
  const { id, link } = announcement
  return (
    <>
      <aside aria-label={t('label')} data-announcement={id} className="announcement">
        {/* In place of the page's own, which would stand behind the link. */}
        <a href="#content" className="skip-link">
          {t('navigation.skip')}
        </a>
        <div className="frame">
          <p>
            <span dir="auto">{locale === 'es' ? announcement.text_es : announcement.text_en}</span>
            {link && (
              <>
                {' '}
                <a href={link}>{t('more')}</a>
              </>
            )}
          </p>
          <button type="button" className="needs-script" aria-label={t('dismiss')}>
            ×
          </button>
        </div>
      </aside>
      <script dangerouslySetInnerHTML={{ __html: announcementScript }} />
    </>
  )
}
