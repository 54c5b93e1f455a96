import { useSuspenseQuery } from '@tanstack/react-query'
import type { LegalSlug } from '#shared/site/paths.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { SitePageText } from './site-page-text.tsx'
import { legalPageQuery } from './site-pages.queries.ts'

function LegalHead({ title, description }: { title: string; description: string }) {
  const { name } = useSite()
  return (
    <>
      <title>{`${title} · ${name}`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex" />
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
    <main className="frame grid grid-cols-[minmax(0,1fr)] gap-x-10 py-12 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <LegalHead title={title} description={description} />
      <header>
        <h1 className="text-4xl font-bold">{title}</h1>
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
