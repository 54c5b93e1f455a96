import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { useParam } from '../ui/use-param.ts'
import { OwnList } from './own-list.tsx'
import { sharedCollectionQuery } from './own.queries.ts'

export const load: Loader = ({ params, client }) => client.fetchInfiniteQuery(sharedCollectionQuery(params.key ?? ''))

/** A collection as whoever has its link sees it; search engines shall not. */
export function Page() {
  const say = useSay()
  const site = useSite()
  const list = useSuspenseInfiniteQuery(sharedCollectionQuery(useParam('key')))
  const { name = '', owner = '' } = list.data.pages[0] ?? {}
  return (
    <main className="frame py-8">
      <title>{`${name} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold" dir="auto">
        {name}
      </h1>
      <p className="mt-2 text-muted">{say('collections.shared_by', { owner })}</p>
      <OwnList list={list} empty={say('collections.empty_shared')} />
      <p className="mt-8">
        <Link to={paths.library}>{say('library.back')}</Link>
      </p>
    </main>
  )
}
