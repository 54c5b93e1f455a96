import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { SiteDefaults, SiteSettings } from '#shared/site/settings.ts'
import { apiQuery } from '../../app/api.ts'
import { useCan } from '../../app/session/use-can.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { itemWithEtagQuery } from '../item-with-etag.ts'
import { Tabs } from '../tabs.tsx'
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
      <Tabs
        label={t('tabs.label')}
        tabs={open.map(({ name, path }) => ({ to: path, name: t(`tabs.${name}`), isCurrent: name === current.name }))}
      />
      {can(current.right) ? <current.Content part={part} /> : <Forbidden part={t(`tabs.${current.name}`)} />}
    </>
  )
}
