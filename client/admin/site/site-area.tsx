import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { AnnouncementEditor } from './announcement-editor.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { Questions, Testimonials } from './content-parts.tsx'
import { useTranslate } from './messages.ts'
import { SiteEditor } from './site-editor.tsx'
import { announcementQuery, siteDefaultsQuery, siteQuery } from './site.queries.ts'

function Settings() {
  const t = useTranslate()
  const { data: edited, isError } = useQuery(siteQuery)
  const { data: defaults, isError: isUnknown } = useQuery(siteDefaultsQuery)
  if (edited && defaults) return <SiteEditor edited={edited} defaults={defaults} />
  if (!isError && !isUnknown) return <Spinner label={t('common.loading')} />
  return (
    <p role="alert" className="text-danger">
      {t('not_loaded')}
    </p>
  )
}

function StoredAnnouncement({ id }: { id: string }) {
  const t = useTranslate()
  const { data, error } = useQuery(announcementQuery(id))
  if (data) return <AnnouncementEditor edited={data} />
  if (!error) return <Spinner label={t('common.loading')} />
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">{t('announcement.gone')}</p>
      <p>
        <Link to={adminSitePaths.announcements} className="button button-quiet">
          {t('announcement.back')}
        </Link>
      </p>
    </div>
  )
}

function Announcements({ part }: { part: string }) {
  if (part === '') return <AnnouncementList />
  return part === 'new' ? <AnnouncementEditor key="new" edited={null} /> : <StoredAnnouncement key={part} id={part} />
}

const tabs = [
  { name: 'announcements', path: adminSitePaths.announcements },
  { name: 'faq', path: adminSitePaths.content('faq') },
  { name: 'testimonials', path: adminSitePaths.content('testimonials') },
] as const
const settingsTab = { name: 'settings', path: adminSitePaths.site } as const

export function SiteArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const current = tabs.find(({ path }) => `${pathname}/`.startsWith(`${path}/`)) ?? settingsTab
  const part = pathname.slice(current.path.length).replaceAll('/', '')
  return (
    <>
      <nav aria-label={t('tabs.label')} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {[settingsTab, ...tabs].map(({ name, path }) => (
            <li key={name}>
              <Link to={path} className="tab" aria-current={name === current.name ? 'page' : undefined}>
                {t(`tabs.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {current.name === 'settings' && <Settings />}
      {current.name === 'announcements' && <Announcements part={part} />}
      {current.name === 'faq' && <Questions part={part} />}
      {current.name === 'testimonials' && <Testimonials part={part} />}
    </>
  )
}
