import { useMemo } from 'react'
import { countOpen, fillIn, readTemplate } from '#shared/placeholders.ts'
import type { Template, Values } from '#shared/placeholders.ts'
import { parseStorage, readStorage, useStorage, writeStorage } from '../app/storage.ts'
import { areStoredValues, carryValues, storeValues } from './blank-values.ts'

export type Blanks = {
  template: Template
  values: Values
  /** The text as it is copied and run. */
  filled: string
  /** How many have neither text nor default. */
  left: number
  isEmpty: boolean
  change: (changed: Values) => void
  clear: () => void
}

const read = (names: string[], stored: string | null) => carryValues(names, parseStorage(stored, areStoredValues) ?? {})

export function useBlanks(slug: string, content: string): Blanks {
  const template = useMemo(() => readTemplate(content), [content])
  const key = `prompt.values:${slug}` as const
  const stored = useStorage(key)
  const names = template.fields.map(({ name }) => name)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the names are the template's
  const values = useMemo(() => read(names, stored), [template, stored])
  return {
    template,
    values,
    filled: fillIn(template, values),
    left: countOpen(template, values),
    isEmpty: stored === null,
    // Beside what is stored by now: the first rendering of a page knows nothing of it.
    change: (changed) => writeStorage(key, storeValues(names, { ...read(names, readStorage(key)), ...changed })),
    clear: () => writeStorage(key, null),
  }
}
