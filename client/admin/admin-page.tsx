import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import type { Role } from '#shared/users.ts'
import { meQuery } from '../app/me.queries.ts'
import { useSite } from '../app/site.ts'
import { useSignedIn } from '../app/use-signed-in.ts'
import { NotFoundPage } from '../layout/not-found.tsx'
import { Spinner } from '../ui/spinner.tsx'
import './admin.css'
import { areas, findArea } from './areas.tsx'
import type { Area } from './areas.tsx'
import { useTranslate } from './messages.ts'

function Navigation({ current, role }: { current: Area; role: Role }) {
  const t = useTranslate()
  const list = useRef<HTMLUListElement>(null)
  // On a phone they stand in one row, which begins at the area that is open.
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (list.current && item) list.current.scrollLeft = item.offsetLeft - list.current.offsetLeft - 16
  }, [])
  return (
    <nav aria-label={t('admin.title')} className="mb-6 lg:mb-0">
      <ul ref={list} className="flex gap-2 overflow-x-auto py-1 lg:sticky lg:top-24 lg:flex-col lg:overflow-visible">
        {areas
          .filter(({ roles }) => roles.includes(role))
          .map((area) => (
            <li key={area.path} className="shrink-0">
              <Link to={area.path} className="tab lg:w-full" aria-current={area === current ? 'page' : undefined}>
                {t(`admin.areas.${area.name}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Content({ area, role }: { area: Area; role: Role }) {
  const t = useTranslate()
  const site = useSite()
  const heading = t(`admin.areas.${area.name}`)
  return (
    <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
      <title>{`${heading} · ${site.name}`}</title>
      <Navigation current={area} role={role} />
      <div className="min-w-0">
        <h1 className="mb-6 text-3xl font-bold">{heading}</h1>
        {area.Content && <area.Content />}
      </div>
    </div>
  )
}

/**
 * Every page of the admin area, rendered in the browser alone: a visitor is led to the sign-in, and who may not see it
 * finds the 404 page. The server decides on every call by itself.
 */
export function AdminPage() {
  const t = useTranslate()
  const site = useSite()
  const { pathname } = useLocation()
  const isSignedIn = useSignedIn()
  const { data: me, error } = useQuery({ ...meQuery, enabled: isSignedIn })
  if (error && !me && isSignedIn) throw error
  const role = isSignedIn ? me?.role : undefined
  const area = role && findArea(pathname, role)
  if (role && !area?.Content)
    return role === 'moderator' ? <Navigate to={adminNewsPaths.review} replace /> : <NotFoundPage />
  return (
    <main className="frame py-10" data-without-feed>
      <title>{`${t('admin.title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="without-script">{t('admin.without_script')}</p>
      <div className="needs-script min-h-dvh">
        {role && area ? <Content area={area} role={role} /> : <Spinner label={t('common.loading')} />}
      </div>
    </main>
  )
}
