import type { Locale } from '#shared/locale.ts'
import type { Announcement } from '#shared/site/schema.ts'
import { defineMessages } from '../../app/i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./banners.messages.en.ts'),
  es: () => import('./banners.messages.es.ts'),
})

const key = 'announcements.dismissed'

export const announcementScript = `{let e=document.currentScript.previousElementSibling,i=e.dataset.announcement,l=()=>{try{return(localStorage.getItem('${key}')||'').split(' ')}catch{return[]}};if(l().includes(i))e.remove();else e.querySelector('button').onclick=()=>{e.remove();try{localStorage.setItem('${key}',[...l(),i].slice(-20).join(' ').trim())}catch{}}}`

/** Banners in the server's page; no script contains them. A head script removes dismissed banners before paint. */
export function AnnouncementBanner({ announcement, locale }: { announcement: Announcement; locale: Locale }) {
  const t = useTranslate()
  const { id, link } = announcement
  return (
    <>
      <aside aria-label={t('announcement.label')} data-announcement={id} className="announcement">
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

/** Banner of one line: on phones only the name of the mode and the card are visible. */
export function SandboxBanner() {
  const t = useTranslate()
  return (
    <aside aria-label={t('sandbox.label')} className="test-mode screen-only">
      <p className="frame">
        <b>{t('sandbox.mode')}</b> <span className="max-md:sr-only">{t('sandbox.text')}</span>{' '}
        <span className="blank">{card}</span>
      </p>
    </aside>
  )
}
