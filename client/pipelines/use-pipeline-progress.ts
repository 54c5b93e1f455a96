import { useMemo, useSyncExternalStore } from 'react'
import { fillSteps, planSteps } from '#shared/library/fill-pipeline.ts'
import type { FilledStep } from '#shared/library/fill-pipeline.ts'
import type { Pipeline, PipelineStep } from '#shared/library/pipelines.ts'
import type { Values } from '#shared/library/placeholders.ts'
import { isPersisted, readStorage, writeStorage } from '../app/storage.ts'
import { matchStoredValues, serializeValues } from '../library/blanks.ts'
import { progressKeysOf, parseProgress, createTextStore } from './stored-progress.ts'
import type { StoredTexts, StoredProgress } from './stored-progress.ts'

export type StepProgress = PipelineStep &
  FilledStep & {
    answer: string
    isDone: boolean
    isAnswerLasting: boolean
    changeAnswer: (text: string) => void
    setDone: (isDone: boolean) => void
  }

export type PipelineProgress = {
  steps: StepProgress[]
  /** Index of the first step that is not done; null if all are done. */
  current: number | null
  inputs: Values
  areInputsLasting: boolean
  changeInput: (name: string, text: string) => void
  isEmpty: boolean
  /** Removes all input and returns the removed texts. */
  clear: () => StoredTexts
  restore: (former: StoredTexts) => void
}

const none: StoredTexts = []

function usePlan(pipeline: Pipeline) {
  return useMemo(() => {
    const planned = planSteps(pipeline.steps)
    const keys = progressKeysOf(pipeline)
    const names = planned.flatMap(({ asks }) => asks.map(({ name }) => name))
    return { keys, store: createTextStore(keys), planned, names }
  }, [pipeline])
}

/** Returns the input of a pipeline, stored in this browser, and the steps' prompts filled in with it. */
export function usePipelineProgress(pipeline: Pipeline): PipelineProgress {
  const { keys, store, planned, names } = usePlan(pipeline)
  const texts = useSyncExternalStore(store.subscribe, store.read, () => none)
  const progress = parseProgress(texts[0] ?? null)
  const inputs = matchStoredValues(names, progress.inputs)
  const answers = planned.map((_step, at) => texts[at + 1] ?? '')
  const [progressKey] = keys

  // Reads the storage, since the first render has no stored values.
  const change = (changed: (stored: StoredProgress) => Partial<StoredProgress>) => {
    const stored = parseProgress(readStorage(progressKey))
    const { inputs: entered, done } = { ...stored, ...changed(stored) }
    const values = serializeValues(names, matchStoredValues(names, entered))
    const isNothing = values === null && done.length === 0
    writeStorage(progressKey, isNothing ? null : `{"inputs":${values ?? '[]'},"done":${JSON.stringify(done)}}`)
  }
  const steps = fillSteps(planned, inputs, answers).map((filled, at) => {
    const step = pipeline.steps[at] as PipelineStep
    const { slug } = step.prompt
    const answer = answers[at] ?? ''
    const key = keys[at + 1] ?? progressKey
    return {
      ...filled,
      ...step,
      answer,
      isDone: filled.isHandedOn ? answer.trim() !== '' : progress.done.includes(slug),
      isAnswerLasting: isPersisted(key),
      changeAnswer: (text: string) => writeStorage(key, text || null),
      setDone: (isDone: boolean) =>
        change(({ done }) => ({ done: [...done.filter((other) => other !== slug), ...(isDone ? [slug] : [])] })),
    }
  })
  const current = steps.findIndex(({ isDone }) => !isDone)
  return {
    steps,
    current: current < 0 ? null : current,
    inputs,
    areInputsLasting: isPersisted(progressKey),
    changeInput: (name, text) =>
      change((stored) => ({ inputs: { ...matchStoredValues(names, stored.inputs), [name]: text } })),
    isEmpty: texts.every((text) => text === null),
    clear: () => {
      const former = store.read()
      store.write(none)
      return former
    },
    restore: store.write,
  }
}
