import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { SiteDefaults, SiteSettings } from '#shared/site/settings.ts'
import { apiQuery } from '../../app/api.ts'
import { useCan } from '../../app/session/use-can.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { itemWithEtagQuery } from '../item-with-etag.ts'
import { Forbidden } from '../forbidden.tsx'
import { AnnouncementArea } from './announcements.tsx'
import { FaqArea, TestimonialArea } from './content.tsx'
import { useTranslate } from './messages.ts'
import { LandingArea } from './landing-sections.tsx'
import { SiteEditor } from './site-editor.tsx'
import { SitePageArea } from './pages.tsx'

const siteQuery = itemWithEtagQuery(adminSitePaths.api.site, import.meta.env.DEV && SiteSettings)
const siteDefaultsQuery = apiQuery(adminSitePaths.api.siteDefaults, import.meta.env.DEV && SiteDefaults)

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

const tabs = [
  { name: 'landing', path: adminSitePaths.content('landing'), right: 'content.read', Content: LandingArea },
  { name: 'announcements', path: adminSitePaths.announcements, right: 'site.read', Content: AnnouncementArea },
  { name: 'faq', path: adminSitePaths.content('faq'), right: 'content.read', Content: FaqArea },
  {
    name: 'testimonials',
    path: adminSitePaths.content('testimonials'),
    right: 'content.read',
    Content: TestimonialArea,
  },
  { name: 'pages', path: adminSitePaths.content('pages'), right: 'content.read', Content: SitePageArea },
] as const
const settingsTab = { name: 'settings', path: adminSitePaths.site, right: 'site.read', Content: Settings } as const

export function SiteArea() {
  const t = useTranslate()
  const can = useCan()
  const { pathname } = useLocation()
  const current = tabs.find(({ path }) => `${pathname}/`.startsWith(`${path}/`)) ?? settingsTab
  const open = [settingsTab, ...tabs].filter(({ right }) => can(right))
  const [first] = open
  if (first && current === settingsTab && !open.includes(current)) return <Navigate to={first.path} replace />
  const part = pathname.slice(current.path.length).replaceAll('/', '')
  return (
    <>
      <nav aria-label={t('tabs.label')} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {open.map(({ name, path }) => (
            <li key={name}>
              <Link to={path} className="tab" aria-current={name === current.name ? 'page' : undefined}>
                {t(`tabs.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {can(current.right) ? <current.Content part={part} /> : <Forbidden part={t(`tabs.${current.name}`)} />}
    </>
  )
}
