import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import type { Loader } from '../app/page-module.ts'
import { useTranslate } from '../saved/messages.ts'
import { useSite } from '../app/site.ts'
import { useParam } from '../ui/use-param.ts'
import { MyPrompts } from './my-prompts.tsx'
import { sharedCollectionQuery } from '../saved/saved.queries.ts'

export const load: Loader = ({ params, client }) => client.fetchInfiniteQuery(sharedCollectionQuery(params.key ?? ''))

/** Page of a shared collection. Search engines may not index it. */
export function CollectionPage() {
  const t = useTranslate()
  const site = useSite()
  const list = useSuspenseInfiniteQuery(sharedCollectionQuery(useParam('key')))
  const { name = '', owner = '' } = list.data.pages[0] ?? {}
  return (
    <main className="frame collection-page">
      <title>{`${name} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="text-sm text-muted">{t('collection.shared_by', { owner })}</p>
      <h1 className="mt-2 text-3xl font-bold" dir="auto">
        {name}
      </h1>
      <MyPrompts list={list} empty={t('collection.empty')} Heading="h2" />
      <p className="mt-8">
        <Link to={paths.library}>{t('common.back')}</Link>
      </p>
    </main>
  )
}
