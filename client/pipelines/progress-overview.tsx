import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslate } from './messages.ts'
import { StepLink } from './pipeline-step.tsx'
import type { StoredTexts } from './stored-progress.ts'
import type { PipelineProgress } from './use-pipeline-progress.ts'

/** Button that clears the progress, then undoes this until new input. It stays one element to keep the focus. */
function StartOver({ progress }: { progress: PipelineProgress }) {
  const t = useTranslate()
  const [former, setFormer] = useState<StoredTexts | null>(null)
  const isCleared = former !== null && progress.isEmpty
  const clearOrRestore = () => {
    if (isCleared) progress.restore(former)
    setFormer(isCleared ? null : progress.clear())
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <button
        type="button"
        className="button button-quiet"
        disabled={progress.isEmpty && !isCleared}
        onClick={clearOrRestore}
      >
        {t(isCleared ? 'pipeline.undo' : 'pipeline.start_over')}
      </button>
      <output className="text-sm text-muted">{isCleared && t('pipeline.cleared')}</output>
    </p>
  )
}

export function ProgressOverview({ progress }: { progress: PipelineProgress }) {
  const t = useTranslate()
  const id = useId()
  const { steps, current } = progress
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section aria-labelledby={id} className="pipeline-side">
      <h2 id={id} className="text-lg font-bold">
        {t('pipelines.steps')}
      </h2>
      <div className="needs-script mt-1">
        <output className="text-sm text-muted">{t('pipeline.progress', { done, count: steps.length })}</output>
        <div className="step-bar" aria-hidden="true">
          {steps.map(({ isDone }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the steps stay in order
            <span key={at} className={isDone ? 'bg-good' : 'bg-line'} />
          ))}
        </div>
      </div>
      <ol className="pipeline-index">
        {steps.map(({ prompt, isDone }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a prompt may stand in two steps
          <li key={at} aria-current={at === current ? 'step' : undefined}>
            <StepLink at={at}>
              <span aria-hidden="true">{isDone ? <Check className="size-4" /> : at + 1}</span>
              <bdi>{prompt.title}</bdi>
              {isDone && <span className="sr-only">({t('step.done')})</span>}
            </StepLink>
          </li>
        ))}
      </ol>
      <div className="needs-script mt-4 space-y-3">
        <p className="text-sm text-muted">{t('pipeline.kept')}</p>
        <StartOver progress={progress} />
      </div>
    </section>
  )
}
