import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { maxPipelineSteps, minPipelineSteps } from '#shared/library/pipelines.ts'
import { OrderedRows } from '../ordered-rows.tsx'
import type { MoveDirection } from '../ordered-rows.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { itemQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { blankStep, blanksOf, moveStep, removeStep, withStep } from './pipeline-draft.ts'
import type { PromptContents, Step } from './pipeline-draft.ts'
import { StepFields } from './step-fields.tsx'

/** Texts of the steps' prompts; null while loading. */
function useContents(steps: readonly Step[]): (PromptContents | null)[] {
  const ids = [...new Set(steps.map(({ prompt_id }) => prompt_id))].filter((id) => id > 0)
  const found = useQueries({ queries: ids.map((id) => itemQuery('prompts', id)) })
  const contents = new Map(
    found.flatMap(({ data }): [number, PromptContents][] => {
      if (!data) return []
      const { en, es } = data.item.texts
      return [[data.item.id, { en: en.content, ...(es && { es: es.content }) }]]
    }),
  )
  return steps.map(({ prompt_id }) => contents.get(prompt_id) ?? null)
}

type StepsProps = {
  steps: readonly Step[]
  errorOf: (name: string) => string | undefined
  onChange: (steps: Step[]) => void
}

/** Rows of the steps, with the ways to change them, each of which is announced. */
function useSteps(steps: readonly Step[], onChange: (steps: Step[]) => void) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  // An id moves with its step, so that React keeps the step's input and focus.
  const [ids, setIds] = useState(() => steps.map((_step, at) => at + 1))
  const [announcement, announce] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const placed = steps.map((_step, at) => ids[at] ?? Math.max(0, ...ids) + at + 1)
  const rows = steps.map((step, at) => ({ id: placed[at] ?? 0, step, at }))
  type Row = (typeof rows)[number]
  const nameOf = ({ at }: Row) => t('steps.step', { number: at + 1 })
  const move = async (row: Row, direction: MoveDirection) => {
    const to = direction === 'up' ? row.at - 1 : row.at + 1
    if (to < 0 || to >= steps.length) return
    setIds(placed.toSpliced(row.at, 1).toSpliced(to, 0, row.id))
    onChange(moveStep(steps, row.at, to))
    announce(tAdmin('order.moved', { name: nameOf(row), place: to + 1 }))
  }
  const remove = (row: Row) => {
    setIds(placed.toSpliced(row.at, 1))
    onChange(removeStep(steps, row.at))
    announce(t('steps.removed', { number: row.at + 1 }))
    addButton.current?.focus()
  }
  const isFull = steps.length >= maxPipelineSteps
  const add = () => {
    if (isFull) return
    setIds([...placed, Math.max(0, ...placed) + 1])
    onChange([...steps, blankStep])
    announce(t('steps.added', { number: steps.length + 1 }))
  }
  return { rows, nameOf, move, remove, add, addButton, isFull, announcement }
}

export function Steps({ steps, errorOf, onChange }: StepsProps) {
  const t = useTranslate()
  const contents = useContents(steps)
  const blanks = { en: blanksOf(steps, contents, 'en'), es: blanksOf(steps, contents, 'es') }
  const { rows, nameOf, move, remove, add, addButton, isFull, announcement } = useSteps(steps, onChange)
  const error = errorOf('steps')
  return (
    <section aria-label={t('fields.steps')}>
      <h3 className="text-xl font-bold">{t('fields.steps')}</h3>
      <p className="mt-1 text-sm text-muted">{t('steps.note', { min: minPipelineSteps, max: maxPipelineSteps })}</p>
      {error && <p className="mt-1 text-sm text-danger">{error}</p>}
      <OrderedRows
        label={t('fields.steps')}
        {...{ rows, nameOf, move }}
        isMoving={false}
        render={(row, arrows) => (
          <div className="card grid gap-4 p-4">
            <div className="flex flex-wrap items-center gap-2">
              <h4 className="flex-1 text-lg font-bold">{nameOf(row)}</h4>
              {arrows}
              <button
                type="button"
                className="button button-quiet"
                aria-label={t('steps.remove', { number: row.at + 1 })}
                disabled={steps.length <= minPipelineSteps}
                onClick={() => remove(row)}
              >
                {t('steps.remove_short')}
              </button>
            </div>
            <StepFields
              step={row.step}
              at={row.at}
              blanks={{ en: blanks.en[row.at] ?? null, es: blanks.es[row.at] ?? null }}
              errorOf={errorOf}
              onChange={(step) => onChange(withStep(steps, row.at, step))}
            />
          </div>
        )}
      />
      <p className="mt-3">
        <button
          ref={addButton}
          type="button"
          className="button button-quiet aria-disabled:opacity-40"
          aria-disabled={isFull}
          onClick={add}
        >
          {t('steps.add')}
        </button>
      </p>
      <output className="sr-only">{announcement}</output>
    </section>
  )
}
