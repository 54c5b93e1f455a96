import { paths } from '#shared/paths.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { Link } from '../app/link.tsx'

const pathOf = (chip: string) => (chip === 'Pipelines' ? paths.pipelines : null)

export function Benefits({ texts }: { texts: LandingTexts<'benefits'> }) {
  return (
    <section className="frame py-8 md:py-12">
      <h2 className="text-3xl font-bold">{texts.title}</h2>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {texts.items.map(({ title, text, chips }, index) => (
          <li key={index} className="card flex flex-col p-6">
            <h3 className="text-xl font-bold">{title}</h3>
            <p className="mt-2 flex-1 text-muted">{text}</p>
            <ul className="mt-5 flex flex-wrap gap-1.5">
              {chips.map((chip) => {
                const path = pathOf(chip)
                return path ? (
                  <li key={chip} className="flex">
                    <Link to={path} className="chip min-h-6 underline hover:text-brand">
                      {chip}
                    </Link>
                  </li>
                ) : (
                  <li key={chip} className="chip">
                    {chip}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
