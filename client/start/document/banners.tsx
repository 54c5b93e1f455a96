import type { Locale } from '#shared/locale.ts'
import type { Announcement } from '#shared/site/schema.ts'
import { defineMessages } from '../../app/i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./banners.messages.en.ts'),
  es: () => import('./banners.messages.es.ts'),
})

/** In the browser's storage: the ids of those that were dismissed, the latest last. */
const key = 'announcements.dismissed'

/** Runs where it stands, after the banner. The server allows this very text by its hash. */
export const announcementScript = `{let e=document.currentScript.previousElementSibling,i=e.dataset.announcement,l=()=>{try{return(localStorage.getItem('${key}')||'').split(' ')}catch{return[]}};if(l().includes(i))e.remove();else e.querySelector('button').onclick=()=>{e.remove();try{localStorage.setItem('${key}',[...l(),i].slice(-20).join(' ').trim())}catch{}}}`

/**
 * The server's alone, as the banner of the sandbox: hydration passes over it, and no script of a page has it. What was
 * dismissed is taken out by the small script after it, before anything of it is drawn.
 */
export function AnnouncementBanner({ announcement, locale }: { announcement: Announcement; locale: Locale }) {
  const t = useTranslate()
  const { id, link } = announcement
  return (
    <>
      <aside aria-label={t('announcement.label')} data-announcement={id} className="announcement">
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
                <a href={link}>{t('announcement.more')}</a>
              </>
            )}
          </p>
          <button type="button" className="needs-script" aria-label={t('announcement.dismiss')}>
            ×
          </button>
        </div>
      </aside>
      <script dangerouslySetInnerHTML={{ __html: announcementScript }} />
    </>
  )
}

const card = '4242 4242 4242 4242'

/** The server's alone: hydration passes over an element that it does not know in the body, so that no script has it. */
export function SandboxBanner() {
  const t = useTranslate()
  return (
    <aside aria-label={t('sandbox.label')} className="screen-only bg-warning text-sm">
      <p className="frame py-1.5">{t('sandbox.text', { card })}</p>
    </aside>
  )
}
