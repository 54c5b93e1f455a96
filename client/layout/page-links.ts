import { sitePaths } from '#shared/site/paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'

export function usePageLinks(location: 'in_footer' | 'in_navigation') {
  const locale = useLocale()
  const { pages } = useSite()
  return pages
    .filter((page) => page[location])
    .map(({ slug, titles }) => ({ path: sitePaths.page(slug), title: titles[locale] ?? titles.en }))
}
