import type { EnsureQueryDataOptions, QueryClient } from '@tanstack/react-query'
import type { Locale } from '#shared/locale.ts'
import type { Site } from '#shared/site/schema.ts'
import type { PageImage } from './open-graph/open-graph.tsx'

export type LoaderContext = {
  params: Record<string, string>
  search: URLSearchParams
  locale: Locale
  client: QueryClient
  site: Site
  query: <Data>(
    options: Pick<EnsureQueryDataOptions<Data, Error, Data, string[]>, 'queryKey' | 'queryFn'>,
  ) => Promise<Data>
}

/** Fetches what a page shows, before the server renders it or the browser follows a link to it. */
export type Loader = (context: LoaderContext) => Promise<unknown>

export type PageModule = {
  load?: Loader
  /** The Open Graph image of the item that `load` has fetched. */
  imageOf?: (context: Pick<LoaderContext, 'params' | 'client'>) => PageImage | null
} & Record<string, unknown>
