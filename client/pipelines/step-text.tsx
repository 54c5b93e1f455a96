import { useState } from 'react'
import { isLongText } from '#shared/library/schema.ts'
import { shownParts } from '#shared/library/fill-pipeline.ts'
import type { ShownPart } from '#shared/library/fill-pipeline.ts'
import { maxFields } from '#shared/library/placeholders.ts'
import { useTranslate as useLibraryTranslate } from '../library/messages.ts'
import { useTranslate } from './messages.ts'
import type { StepProgress } from './use-pipeline-progress.ts'

function Part({ part, labels }: { part: ShownPart; labels: Record<string, string> }) {
  const t = useTranslate()
  const { name, source, text, is_open } = part
  if (name === undefined) return text
  const label = Object.hasOwn(labels, name) ? labels[name] : name
  const isAnswer = source !== undefined && 'step' in source
  return (
    <mark className={is_open ? 'blank' : 'blank-filled'} translate="no">
      {is_open ? (isAnswer ? t('step.answer_of', { number: source.step + 1 }) : label) : text}
    </mark>
  )
}

export function StepText({ step, locale }: { step: StepProgress; locale: string }) {
  const t = useTranslate()
  const tLibrary = useLibraryTranslate()
  const [isUnfolded, setUnfolded] = useState(false)
  const parts = shownParts(step)
  const isLong = isLongText(parts.map(({ text }) => text).join(''))
  return (
    <div>
      <h4 className="font-semibold">{t('step.text')}</h4>
      {step.template.has_too_many && (
        <p className="mt-1 text-sm text-muted">{tLibrary('prompt.too_many', { most: maxFields })}</p>
      )}
      {/* A page search scrolls the folded text, which unfolds it. */}
      <p
        className={`prompt-text step-text ${isLong && !isUnfolded ? 'folded' : ''}`}
        dir="auto"
        lang={locale}
        onScroll={() => setUnfolded(true)}
      >
        {parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
          <Part key={at} part={part} labels={step.labels} />
        ))}
      </p>
      {isLong && (
        <button
          type="button"
          className="button button-quiet needs-script mt-2"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {tLibrary(isUnfolded ? 'prompt.show_less' : 'prompt.show_all')}
        </button>
      )}
      {parts.some(({ is_cut }) => is_cut) && <p className="mt-2 text-sm text-muted">{t('step.cut')}</p>}
    </div>
  )
}
