import type { Pipeline } from '#shared/pipelines.ts'
import type { StoredValues } from '../library/blank-values.ts'
import { areStoredValues } from '../library/blank-values.ts'
import { parseStorage, readStorage, subscribeStorage, writeStorage } from '../app/storage.ts'
import type { StorageKey } from '../app/storage.ts'

/** What is entered into a pipeline, but for the answers: each of them has a key of its own, as it may be long. */
export type StoredWork = {
  inputs: StoredValues
  /** The prompts of steps that are done without an answer. */
  done: string[]
}

const isStoredWork = ({ inputs, done }: StoredWork) =>
  areStoredValues(inputs) && done.every((slug) => typeof slug === 'string')
const nothing: StoredWork = { inputs: [], done: [] }
export const parseWork = (text: string | null) => parseStorage(text, isStoredWork) ?? nothing

/** The first key holds the work, the others the answers: by their prompts, as the steps may be put in another order. */
export function keysOf({ slug, prompts }: Pick<Pipeline, 'slug' | 'prompts'>): [StorageKey, ...StorageKey[]] {
  const slugs = prompts.map((prompt) => prompt.slug)
  const answers = slugs.map((prompt, at) => {
    const before = slugs.slice(0, at).filter((other) => other === prompt).length
    return `pipeline:${slug}/${prompt}${before > 0 ? `/${before}` : ''}` as const
  })
  return [`pipeline:${slug}`, ...answers]
}

export type StoredTexts = readonly (string | null)[]

/** Several keys as one store: what it answers is the same until one of them is written. */
export function storedTexts(keys: StorageKey[]) {
  let last: StoredTexts = []
  return {
    subscribe: (changed: () => void) => {
      const stops = keys.map((key) => subscribeStorage(key, changed))
      return () => stops.forEach((stop) => stop())
    },
    read: () => {
      const texts = keys.map(readStorage)
      if (texts.length !== last.length || texts.some((text, at) => text !== last[at])) last = texts
      return last
    },
    write: (texts: StoredTexts) => keys.forEach((key, at) => writeStorage(key, texts[at] ?? null)),
  }
}
