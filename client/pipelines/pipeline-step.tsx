import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { useLocale } from '../app/i18n.tsx'
import { CopyButton } from '../library/copy-button.tsx'
import { RunInAssistant } from '../library/run-in.tsx'
import { EntryField } from './entry-field.tsx'
import { useTranslate } from './messages.ts'
import { StepText } from './step-text.tsx'
import type { PipelineProgress, StepProgress } from './use-pipeline-progress.ts'

export const stepElementId = (at: number) => `step-${at + 1}`

export function StepLink({ at, className = '', children }: { at: number; className?: string; children: ReactNode }) {
  const id = stepElementId(at)
  const focus = () => document.getElementById(id)?.querySelector('summary')?.focus({ preventScroll: true })
  return (
    <Link to={`#${id}`} replace onClick={focus} className={className}>
      {children}
    </Link>
  )
}

function useWaitNote({ waitsFor }: StepProgress): string {
  const t = useTranslate()
  const locale = useLocale()
  if (waitsFor.length === 0) return ''
  const numbers = new Intl.ListFormat(locale).format(waitsFor.map((at) => String(at + 1)))
  return t('step.waits', { count: waitsFor.length, steps: numbers })
}

const labelOf = (labels: Record<string, string>, name: string) =>
  (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name

type PipelineStepProps = { step: StepProgress; at: number; progress: PipelineProgress; locale: string }

function Inputs({ step, progress }: PipelineStepProps) {
  const t = useTranslate()
  if (step.asks.length === 0) return null
  return (
    <fieldset className="step-inputs needs-script">
      <legend className="sr-only">{t('step.inputs')}</legend>
      {step.asks.map(({ name, fallback }) => (
        <EntryField
          key={name}
          label={labelOf(step.labels, name)}
          fallback={fallback}
          value={progress.inputs[name] ?? ''}
          rows={1}
          isLasting={progress.areInputsLasting}
          onType={(text) => progress.changeInput(name, text)}
        />
      ))}
    </fieldset>
  )
}

/** Field for the step's answer. If no later step uses the answer, the user marks the step as done. */
function Result({ step, at, progress }: PipelineStepProps) {
  const t = useTranslate()
  if (!step.isHandedOn)
    return (
      <label className="needs-script flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-brand-strong"
          checked={step.isDone}
          onChange={(event) => step.setDone(event.currentTarget.checked)}
        />
        {t('step.mark_done')}
      </label>
    )
  return (
    <>
      <EntryField
        label={t('step.answer')}
        hint={step.hand_on}
        value={step.answer}
        rows={3}
        isLasting={step.isAnswerLasting}
        onType={step.changeAnswer}
      />
      {step.isDone && at + 1 < progress.steps.length && (
        <p>
          <StepLink at={at + 1} className="button button-quiet">
            {t('step.next', { number: at + 2 })}
          </StepLink>
        </p>
      )}
    </>
  )
}

/** Placeholders of later steps that the answer to this step fills. */
function FilledBlanks({ step, at, progress }: PipelineStepProps) {
  const t = useTranslate()
  if (!step.isHandedOn) return null
  const filled = progress.steps.flatMap(({ sources, labels }, number) =>
    [...sources].flatMap(([name, source]) =>
      'step' in source && source.step === at ? [{ number, label: labelOf(labels, name) }] : [],
    ),
  )
  return (
    <p className="step-out">
      {t('step.fills')}
      {filled.map(({ number, label }) => (
        <span key={`${number} ${label}`}>
          <bdi className={step.isDone ? 'blank-filled' : 'blank'}>{label}</bdi> {t('step.in', { number: number + 1 })}
        </span>
      ))}
    </p>
  )
}

function Summary({ step, at }: Pick<PipelineStepProps, 'step' | 'at'>) {
  const t = useTranslate()
  return (
    <summary className="step-summary">
      <span className="step-number" aria-hidden="true">
        {step.isDone ? <Check className="size-4" /> : at + 1}
      </span>
      <h3>
        <span className="sr-only">{t('step.name', { number: at + 1 })}: </span>
        <bdi>{step.prompt.title}</bdi>
        {step.isDone && <span className="sr-only"> ({t('step.done')})</span>}
      </h3>
      <ChevronDown className="size-5" />
    </summary>
  )
}

export function PipelineStep(props: PipelineStepProps) {
  const { step, at, progress, locale } = props
  const t = useTranslate()
  /** Whether the step is open. Null until toggled: it is then open if its inputs are available. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? step.waitsFor.length === 0
  const waitNote = useWaitNote(step)
  const { slug, title, short_description } = step.prompt
  return (
    <li id={stepElementId(at)} aria-current={at === progress.current ? 'step' : undefined}>
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => open !== isOpen && setChosen(open)}>
        <Summary step={step} at={at} />
        <div className="step-body">
          <div className="text-sm text-muted">
            {short_description && (
              <p className="max-w-prose text-pretty" dir="auto">
                {short_description}
              </p>
            )}
            <p>
              {t('step.page')}{' '}
              <Link to={paths.prompt(slug)}>
                <bdi>{title}</bdi>
              </Link>
            </p>
          </div>
          {waitNote && <p className="step-waits">{waitNote}</p>}
          <Inputs {...props} />
          <StepText step={step} locale={locale} />
          <div className="needs-script flex flex-wrap gap-2">
            <CopyButton slug={slug} content={step.text} left={step.left} />
            <RunInAssistant slug={slug} content={step.text} />
          </div>
          <Result {...props} />
        </div>
      </details>
      <FilledBlanks {...props} />
    </li>
  )
}
