import type { Site } from '#shared/site.ts'
import { useSite } from '../site.ts'

export type Section = { id: string; title: string; paragraphs: string[] }
/** A legal page: its texts, with the facts of the site that they speak of. */
export type LegalCopy = {
  title: string
  description: string
  effective: string
  contents: string
  sections: (site: Site) => Section[]
}

/** The whole text with a list of what is in it; every section has an address of its own, the same in each language. */
export function LegalText({ text }: { text: LegalCopy }) {
  const site = useSite()
  const sections = text.sections(site)
  return (
    <main className="frame grid gap-10 py-12 lg:grid-cols-[1fr_16rem] lg:gap-y-0">
      <title>{`${text.title} · ${site.name}`}</title>
      <meta name="description" content={text.description} />
      <meta name="robots" content="noindex" />
      <header>
        <h1 className="text-4xl font-bold">{text.title}</h1>
        <p className="mt-3 text-muted">{text.effective}</p>
      </header>
      <nav
        aria-labelledby="contents"
        className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start print:hidden"
      >
        <h2 id="contents" className="text-sm font-bold text-muted">
          {text.contents}
        </h2>
        <ol className="mt-3 list-decimal space-y-1.5 pl-5 text-sm">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="max-w-[65ch]">
        {sections.map(({ id, title, paragraphs }, index) => (
          <section key={id} id={id} className="scroll-mt-24">
            <h2 className="mt-10 text-2xl font-bold">
              {index + 1}. {title}
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
