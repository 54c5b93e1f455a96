import { Check } from 'lucide-react'
import type { LandingTexts } from '#shared/site/landing-fields.ts'

type Texts = LandingTexts<'solution'>

function Models({ texts, names }: { texts: Texts; names: readonly string[] }) {
  return (
    <div className="mt-10 border-y border-line py-8">
      <h3 className="text-sm font-semibold text-muted">{texts.models_title}</h3>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-3 font-heading text-2xl font-semibold lg:justify-between">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{texts.models_note}</p>
    </div>
  )
}

/** Solution section. `models` are those with prompts in the library; empty if the request failed. */
export function Solution({ texts, models }: { texts: Texts; models: readonly string[] }) {
  return (
    <section className="border-y border-line bg-surface py-16 md:py-24">
      <div className="frame">
        <h2 className="text-3xl font-bold">{texts.title}</h2>
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{texts.text}</p>
        {models.length > 0 && <Models texts={texts} names={models} />}
        <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {texts.features.map(({ title, text }, index) => (
            <li key={index} className="flex gap-3">
              <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
              <div>
                <h3 className="text-lg font-bold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
