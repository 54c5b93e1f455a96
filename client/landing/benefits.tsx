import { paths } from '#shared/paths.ts'
import type { PipelineSample } from '#shared/site/landing.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { Link } from '../app/link.tsx'
import { PipelineRun } from './pipeline-run.tsx'
import { SectionHead } from './section-head.tsx'

const pathOf = (chip: string) => (chip === 'Pipelines' ? paths.pipelines : null)

type BenefitsProps = { texts: LandingTexts<'benefits'>; pipeline: PipelineSample | null }

export function Benefits({ texts, pipeline }: BenefitsProps) {
  return (
    <section className="frame page-section">
      <SectionHead title={texts.title} />
      <ul className="points">
        {texts.items.map(({ title, text, chips }, index) => (
          <li key={index}>
            <h3>{title}</h3>
            <p>{text}</p>
            <ul className="chips">
              {chips.map((chip) => {
                const path = pathOf(chip)
                return (
                  <li key={chip} className="chip">
                    {path ? <Link to={path}>{chip}</Link> : chip}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
      {pipeline && <PipelineRun pipeline={pipeline} />}
    </section>
  )
}
