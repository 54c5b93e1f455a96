import { useSuspenseQuery } from '@tanstack/react-query'
import { sitePaths } from '#shared/site/paths.ts'
import { Head } from '../app/head.tsx'
import type { Loader } from '../app/page-module.ts'
import { useParam } from '../ui/use-param.ts'
import { sitePageQuery, SitePageText } from './legal-text.tsx'

export const load: Loader = ({ params, query }) => query(sitePageQuery(params.slug ?? ''))

export function SitePage() {
  const { data: page } = useSuspenseQuery(sitePageQuery(useParam('slug')))
  const { title, description, slug, locales } = page
  return (
    <main className="frame py-12">
      <Head title={title} description={description} address={sitePaths.page(slug)} languages={locales} />
      <SitePageText page={page} />
    </main>
  )
}
