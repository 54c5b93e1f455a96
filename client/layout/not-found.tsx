import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { UnlistedHead } from '../app/head.tsx'
import { island } from '../app/island.tsx'
import { useTranslate } from '../app/i18n.tsx'

const PopularLinks = island(async () => (await import('./popular-prompts.tsx')).PopularLinks)

/** Page for a 404. `isForVisitors`: hidden from a member until the page is requested as a member. */
export function NotFoundPage({ isForVisitors = false }: { isForVisitors?: boolean }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const isPrompt = pathname.startsWith(paths.prompt(''))
  return (
    <main
      className={`frame notice-page ${isForVisitors ? 'for-visitors page-outline' : ''}`}
      data-without-feed={isForVisitors ? undefined : true}
    >
      <UnlistedHead title={t(isPrompt ? 'not_found.prompt' : 'not_found.title')} />
      <p className="text-muted tabular-nums">{t('not_found.code')}</p>
      <h1 className="text-3xl font-bold">{t(isPrompt ? 'not_found.prompt' : 'not_found.text')}</h1>
      <p className="mt-2 break-all text-muted">
        <code>{pathname}</code>
      </p>
      <form action={paths.library} className="notice-search">
        <label>
          {t('not_found.search')}
          <input name="q" type="search" required className="blank" />
        </label>
        <button type="submit" className="button button-quiet">
          {t('common.search')}
        </button>
      </form>
      <PopularLinks />
      <p className="mt-8">
        <BackLink className="button button-quiet" />
      </p>
    </main>
  )
}

/** Link to the part of the site that the missing or failed page belongs to. */
export function BackLink({ className }: { className: string }) {
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
