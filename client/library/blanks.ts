import { useMemo, useState } from 'react'
import { countUnfilled, fillTemplate, readTemplate } from '#shared/library/placeholders.ts'
import type { Template, Values } from '#shared/library/placeholders.ts'
import { parseStorage, readStorage, useStorage, writeStorage } from '../app/storage.ts'

export type Blanks = {
  template: Template
  values: Values
  /** Text with the values filled in, for copying and for running in an assistant. */
  filled: string
  /** Number of blanks without a value or default. */
  unfilledCount: number
  isEmpty: boolean
  change: (changed: Values) => void
  /** Replaces values at once, or all by none. Can be undone until something is typed. */
  replace: (changed: Values | null) => void
  undo: (() => void) | null
}

const read = (names: string[], stored: string | null) =>
  matchStoredValues(names, parseStorage(stored, areStoredValues) ?? {})

export function useBlanks(slug: string, content: string): Blanks {
  const template = useMemo(() => readTemplate(content), [content])
  const key = `prompt.values:${slug}` as const
  const stored = useStorage(key)
  const names = template.fields.map(({ name }) => name)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the names are the template's
  const values = useMemo(() => read(names, stored), [template, stored])
  const [former, setFormer] = useState<{ stored: string | null } | null>(null)
  // Reads the storage, since the first render has no stored values.
  const write = (changed: Values) =>
    writeStorage(key, serializeValues(names, { ...read(names, readStorage(key)), ...changed }))
  return {
    template,
    values,
    filled: fillTemplate(template, values),
    unfilledCount: countUnfilled(template, values),
    isEmpty: stored === null,
    change: (changed) => {
      setFormer(null)
      write(changed)
    },
    replace: (changed) => {
      setFormer({ stored: readStorage(key) })
      if (changed) write(changed)
      else writeStorage(key, null)
    },
    undo:
      former &&
      (() => {
        writeStorage(key, former.stored)
        setFormer(null)
      }),
  }
}

/** Names with values, in the order of the text. Older versions stored an object without order. */
export type StoredValues = [name: string, value: string][] | Values

const entriesOf = (stored: StoredValues) => (Array.isArray(stored) ? stored : Object.entries(stored))
export const areStoredValues = (stored: StoredValues) =>
  entriesOf(stored).every(([name, value]) => typeof name === 'string' && typeof value === 'string')

/** Returns the values by name. Each language has other names: a value without a matching name is assigned by order. */
export function matchStoredValues(names: string[], stored: StoredValues): Values {
  const pairs = entriesOf(stored)
  const known = new Map(pairs)
  const isWhole = Array.isArray(stored) && pairs.length === names.length
  const others = pairs.filter(([name]) => isWhole && !names.includes(name))
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? others.shift()?.[1] ?? '']))
}

export function serializeValues(names: string[], values: Values): string | null {
  const pairs = names.map((name) => [name, values[name] ?? ''])
  return pairs.every(([, value]) => value === '') ? null : JSON.stringify(pairs)
}
