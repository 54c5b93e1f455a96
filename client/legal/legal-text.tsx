import { useSite } from '../app/site.ts'

type LegalTextProps = {
  title: string
  description: string
  effective: string
  contents: string
  sections: readonly { readonly id: string; readonly title: string; readonly paragraphs: readonly string[] }[]
}

export function LegalText({ title, description, effective, contents, sections }: LegalTextProps) {
  const { name } = useSite()
  return (
    <main className="frame grid grid-cols-[minmax(0,1fr)] gap-x-10 py-12 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <title>{`${title} · ${name}`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex" />
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
