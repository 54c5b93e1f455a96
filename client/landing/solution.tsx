import type { ModelCount } from '#shared/library/start-here.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { useTranslate } from './messages.ts'
import { SectionHead } from './section-head.tsx'

type Texts = LandingTexts<'solution'>
type SolutionProps = { texts: Texts; models: readonly ModelCount[] }

/** Solution section. `models` are those with prompts in the library; empty if the request failed. */
export function Solution({ texts, models }: SolutionProps) {
  const t = useTranslate()
  return (
    <section className="frame page-section">
      <SectionHead title={texts.title} text={texts.text} />
      {models.length > 0 && (
        <div className="mt-8">
          <h3 className="font-semibold">{texts.models_title}</h3>
          <ul className="models">
            {models.map(({ slug, name, prompt_count }) => (
              <li key={slug}>
                {name} <small>{t('models', { count: prompt_count })}</small>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-muted">{texts.models_note}</p>
        </div>
      )}
      <ul className="features">
        {texts.features.map(({ title, text }, index) => (
          <li key={index}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
