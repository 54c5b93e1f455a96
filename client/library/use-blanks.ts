import { useMemo } from 'react'
import { countOpen, fillIn, readTemplate } from '#shared/placeholders.ts'
import type { Template, Values } from '#shared/placeholders.ts'
import { parseStorage, useStorage, writeStorage } from '../app/storage.ts'
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
}

export function useBlanks(slug: string, content: string): Blanks {
  const template = useMemo(() => readTemplate(content), [content])
  const key = `prompt.values:${slug}` as const
  const stored = useStorage(key)
  const names = template.fields.map(({ name }) => name)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the names are the template's
  const values = useMemo(() => carryValues(names, parseStorage(stored, areStoredValues) ?? {}), [template, stored])
  return {
    template,
    values,
    filled: fillIn(template, values),
    left: countOpen(template, values),
    isEmpty: stored === null,
    change: (changed) => writeStorage(key, storeValues(names, changed)),
  }
}
