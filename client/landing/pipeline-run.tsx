import { hueOf } from '#shared/library/groups.ts'
import type { PipelineSample } from '#shared/site/landing.ts'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { useTranslate } from './messages.ts'

/** Steps of a pipeline. A blank that an earlier answer fills is filled in while it is scrolled into view. */
export function PipelineRun({ pipeline: { slug, title, group, steps } }: { pipeline: PipelineSample }) {
  const t = useTranslate()
  return (
    <section className="run" data-group={hueOf(group)} aria-label={title}>
      <p className="group-name">
        <GroupMark slug={group} />
        <Link to={paths.pipeline(slug)} className="text-text">
          {title}
        </Link>
      </p>
      <ol>
        {steps.map((step, at) => (
          <li key={at}>
            <h3>{step.title}</h3>
            <ul>
              {step.blanks.map(({ label, answer_of }) => (
                <li key={label}>
                  <span className={answer_of === null ? 'blank' : 'blank run-filled'}>{label}</span>
                  {answer_of !== null && <span className="run-source">{t('run.answer', { step: answer_of })}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
