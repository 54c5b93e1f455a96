import { Link, useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTranslate } from '../app/i18n.tsx'

/** From what is not there, or failed, to the part of the site that it is in. */
export function WayBack({ className }: { className: string }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const isWithin = (path: string) => pathname.startsWith(`${path}/`)
  const [to, label] = isWithin(paths.forum)
    ? ([paths.forum, 'navigation.forum'] as const)
    : isWithin(paths.blog)
      ? ([paths.blog, 'navigation.news'] as const)
      : pathname === paths.library
        ? ([paths.home, 'failed.home'] as const)
        : ([paths.library, 'common.back'] as const)
  return (
    <Link to={to} className={className}>
      {t(label)}
    </Link>
  )
}
