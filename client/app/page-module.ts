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

export type Loader = (context: LoaderContext) => Promise<unknown>

export type PageModule = {
  load?: Loader
  imageOf?: (context: Pick<LoaderContext, 'params' | 'client'>) => PageImage | null
} & Record<string, unknown>
