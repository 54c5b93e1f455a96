import { useSuspenseQuery } from '@tanstack/react-query'
import { LegalPage, SitePage } from '#shared/site/pages.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { LegalSlug } from '#shared/site/paths.ts'
import { apiQuery } from '../app/api.ts'
import { useLocale } from '../app/i18n.tsx'
import { UnlistedHead } from '../app/head.tsx'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'

export const sitePageQuery = (slug: string) => apiQuery(sitePaths.api.page(slug), import.meta.env.DEV && SitePage)
export const legalPageQuery = (slug: LegalSlug) =>
  apiQuery(sitePaths.api.legalPage(slug), import.meta.env.DEV && LegalPage)

export function SitePageText({ page, note }: { page: SitePage; note?: string }) {
  const locale = useLocale()
  return (
    <article className="max-w-[65ch]" lang={page.content_locale === locale ? undefined : page.content_locale}>
      <h1 className="text-3xl font-bold wrap-anywhere" dir="auto">
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

function LegalHead({ title, description }: { title: string; description: string }) {
  return (
    <>
      <UnlistedHead title={title} />
      <meta name="description" content={description} />
    </>
  )
}

type ShippedTextProps = {
  title: string
  description: string
  effective: string
  contents: string
  sections: readonly { readonly id: string; readonly title: string; readonly paragraphs: readonly string[] }[]
}

function ShippedText({ title, description, effective, contents, sections }: ShippedTextProps) {
  return (
    <main className="frame grid grid-cols-[minmax(0,1fr)] gap-x-10 py-12 lg:grid-cols-[minmax(0,65ch)_16rem] lg:gap-x-24">
      <LegalHead title={title} description={description} />
      <header>
        <h1 className="text-3xl font-bold">{title}</h1>
        <p className="mt-3 text-muted">{effective}</p>
      </header>
      <nav
        aria-labelledby="contents"
        className="max-lg:mt-8 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start print:hidden"
      >
        <h2 id="contents" className="text-sm font-bold text-muted">
          {contents}
        </h2>
        <ol className="mt-3 list-decimal space-y-1.5 pl-6 text-sm">
          {sections.map(({ id, title: heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="max-w-[65ch] wrap-anywhere">
        {sections.map(({ id, title: heading, paragraphs }, index) => (
          <section key={id} id={id} className="scroll-mt-24">
            <h2 className="mt-10 text-2xl font-bold">
              {index + 1}. {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-4">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </article>
    </main>
  )
}

function OperatorText({ slug, ...shipped }: LegalTextProps) {
  const { page } = useSuspenseQuery(legalPageQuery(slug)).data
  if (!page) return <ShippedText {...shipped} />
  return (
    <main className="frame py-12">
      <LegalHead {...page} />
      <SitePageText page={page} {...(shipped.effective && { note: shipped.effective })} />
    </main>
  )
}

type LegalTextProps = ShippedTextProps & { slug: LegalSlug }

export function LegalText({ slug, ...shipped }: LegalTextProps) {
  const { legal_pages } = useSite()
  return legal_pages.includes(slug) ? <OperatorText slug={slug} {...shipped} /> : <ShippedText {...shipped} />
}

export const legalLoader =
  (slug: LegalSlug): Loader =>
  async ({ site, query }) =>
    site.legal_pages.includes(slug) && query(legalPageQuery(slug))
