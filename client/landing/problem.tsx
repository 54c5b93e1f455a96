import type { HeroPrompt } from '#shared/site/landing.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { hueOf } from '#shared/library/groups.ts'
import { SectionHead } from './section-head.tsx'
import { useTranslate } from './messages.ts'

type ProblemProps = { texts: LandingTexts<'problem'>; sample: HeroPrompt | undefined }

/** Problem section. `sample`: prompt of the library to compare with one written in a hurry. */
export function Problem({ texts, sample }: ProblemProps) {
  return (
    <section className="frame page-section">
      <SectionHead title={texts.title} text={texts.text} />
      {sample && <Comparison sample={sample} />}
      <ul className="points">
        {texts.points.map(({ title, text }, index) => (
          <li key={index}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Number of parts of the prompt's text that are shown. */
const shownParts = 9

/** A hurried prompt and its answer beside a prompt of the library, with its example. */
function Comparison({ sample: { category, text, blanks, example } }: { sample: HeroPrompt }) {
  const t = useTranslate()
  const values = new Map(blanks.map(({ name, label, value }) => [name, value || label]))
  const parts = text.slice(0, shownParts)
  return (
    <div className="versus" data-group={hueOf(category.group)}>
      <figure>
        <figcaption>{t('compare.hurried')}</figcaption>
        <p className="prompt-text">{t('compare.hurried_prompt')}</p>
        <blockquote className="answer text-muted">{t('compare.hurried_answer')}</blockquote>
      </figure>
      <figure>
        <figcaption>{t('compare.filled')}</figcaption>
        <p className="prompt-text">
          {parts.map((part, at) =>
            at % 2 === 0 ? (
              part
            ) : (
              <span key={at} className="blank-filled">
                {values.get(part)}
              </span>
            ),
          )}
          …
        </p>
        <blockquote className="answer is-ours">{example}</blockquote>
      </figure>
      <p className="text-xs text-muted">{t('compare.note')}</p>
    </div>
  )
}
