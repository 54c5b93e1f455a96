import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { adminPaths } from '#shared/admin/paths.ts'
import { isStaff } from '#shared/users/rights.ts'
import type { Me } from '#shared/users/schema.ts'
import { Link } from '../app/link.tsx'
import { ApiProblem } from '../app/api.ts'
import { meQuery } from '../app/session/me.queries.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { useRequireSignIn } from '../app/session/use-require-sign-in.ts'
import { NotFoundPage } from '../layout/not-found.tsx'
import { Spinner } from '../ui/spinner.tsx'
import './admin.css'
import { areas, findArea, isOpenTo } from './areas.tsx'
import type { Area } from './areas.tsx'
import { Forbidden } from './forbidden.tsx'
import { useTranslate } from './messages.ts'

function Navigation({ current, me }: { current: Area; me: Me }) {
  const t = useTranslate()
  const list = useRef<HTMLUListElement>(null)
  // On a phone the navigation is one row, which scrolls to the current area.
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (list.current && item) list.current.scrollLeft = item.offsetLeft - list.current.offsetLeft - 16
  }, [])
  return (
    <nav aria-label={t('admin.title')} className="side-tabs">
      <ul ref={list} className="tab-row">
        {areas
          .filter((area) => isOpenTo(me, area))
          .map((area) => (
            <li key={area.path}>
              <Link to={area.path} className="tab" aria-current={area === current ? 'page' : undefined}>
                {t(`admin.areas.${area.name}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Content({ area, me }: { area: Area; me: Me }) {
  const t = useTranslate()
  const site = useSite()
  const isOpen = isOpenTo(me, area)
  const name = t(`admin.areas.${area.name}`)
  const heading = isOpen ? name : t('forbidden.title')
  return (
    <div className="with-side">
      <title>{`${heading} · ${site.name}`}</title>
      <Navigation current={area} me={me} />
      <div className="min-w-0">
        <h1 className="mb-4 text-2xl font-bold">{heading}</h1>
        {isOpen ? <area.Content /> : <Forbidden part={name} />}
      </div>
    </div>
  )
}

/** Reads the signed-in user again after a 403: the role may have ended while a page of it is open. */
function useRoleRefresh() {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const { error } = event.action
        if (error instanceof ApiProblem && error.status === 403)
          void client.invalidateQueries({ queryKey: meQuery.queryKey })
      }),
    [client],
  )
}

/** Throws 404 for a path outside all areas of the admin area. */
export const load: Loader = async ({ params }) => {
  if (!findArea(`${adminPaths.overview}/${params['*']}`.replace(/\/$/, ''))) throw new ApiProblem(404, null)
}

/** Every page of the admin area, rendered in the browser only. Access is checked by the API on every call. */
export function AdminPage() {
  const t = useTranslate()
  const site = useSite()
  const { pathname } = useLocation()
  const isSignedIn = useRequireSignIn()
  const { data, error } = useQuery({ ...meQuery, enabled: isSignedIn })
  useRoleRefresh()
  if (error && !data && isSignedIn) throw error
  const me = isSignedIn ? data : undefined
  const area = findArea(pathname)
  if (me && !(area && isStaff(me))) return <NotFoundPage />
  const first = me && areas.find((one) => isOpenTo(me, one))
  if (first && area?.path === adminPaths.overview && !isOpenTo(me, area)) return <Navigate to={first.path} replace />
  return (
    <main className="frame py-8" data-without-feed>
      <title>{`${t('admin.title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="without-script">{t('admin.without_script')}</p>
      <div className="needs-script min-h-dvh">
        {me && area ? <Content area={area} me={me} /> : <Spinner label={t('common.loading')} />}
      </div>
    </main>
  )
}
