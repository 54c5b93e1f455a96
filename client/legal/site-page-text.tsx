import type { SitePage } from '#shared/site/pages.ts'
import { useLocale } from '../app/i18n.tsx'

export function SitePageText({ page, note }: { page: SitePage; note?: string }) {
  const locale = useLocale()
  return (
    <article className="mx-auto max-w-[65ch]" lang={page.content_locale === locale ? undefined : page.content_locale}>
      <h1 className="text-4xl font-bold wrap-anywhere" dir="auto">
        {page.title}
      </h1>
      {note !== undefined && (
        <p className="mt-3 text-muted" lang={locale}>
          {note}
        </p>
      )}
      <div className="prose mt-8" dir="auto" dangerouslySetInnerHTML={{ __html: page.body_html }} />
    </article>
  )
}
