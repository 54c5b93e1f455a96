import { blogPaths } from '#shared/blog/paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'
import { useTranslate } from './messages.ts'

export function FeedLink() {
  const t = useTranslate()
  const site = useSite()
  const locale = useLocale()
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={`${site.name} · ${t('blog.rss')}`}
      href={site.url + blogPaths.rss(locale)}
    />
  )
}
