import type { Pipeline } from '#shared/library/pipelines.ts'
import type { StoredValues } from '../library/blanks.ts'
import { areStoredValues } from '../library/blanks.ts'
import { parseStorage, readStorage, subscribeStorage, writeStorage } from '../app/storage.ts'
import type { StorageKey } from '../app/storage.ts'

/** Input and marks of a pipeline. Answers are not included: they may be long, so each has its own storage key. */
export type StoredProgress = {
  inputs: StoredValues
  /** Slugs of prompts that the user marked as done, without an answer. */
  done: string[]
}

const isStoredProgress = ({ inputs, done }: StoredProgress) =>
  areStoredValues(inputs) && done.every((slug) => typeof slug === 'string')
const emptyProgress: StoredProgress = { inputs: [], done: [] }
export const parseProgress = (text: string | null) => parseStorage(text, isStoredProgress) ?? emptyProgress

/** Storage keys: the progress, then one answer for each prompt slug, since an editor may reorder the steps. */
export function progressKeysOf({ slug, prompts }: Pick<Pipeline, 'slug' | 'prompts'>): [StorageKey, ...StorageKey[]] {
  const slugs = prompts.map((prompt) => prompt.slug)
  const answers = slugs.map((prompt, at) => {
    const before = slugs.slice(0, at).filter((other) => other === prompt).length
    return `pipeline:${slug}/${prompt}${before > 0 ? `/${before}` : ''}` as const
  })
  return [`pipeline:${slug}`, ...answers]
}

export type StoredTexts = readonly (string | null)[]

/** Store of several storage keys. Its snapshot is stable, as useSyncExternalStore needs. */
export function createTextStore(keys: StorageKey[]) {
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
