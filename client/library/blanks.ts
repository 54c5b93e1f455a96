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
  fill: (changed: Values) => void
  clear: () => void
  /** Takes back `fill` or `clear`; null before them, and after something was typed. */
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
  const [former, setFormer] = useState<string | null>()
  // Reads the storage, since the first render has no stored values.
  const merge = (changed: Values) => serializeValues(names, { ...read(names, readStorage(key)), ...changed })
  const write = (text: string | null, before?: string | null) => {
    setFormer(before)
    writeStorage(key, text)
  }
  return {
    template,
    values,
    filled: fillTemplate(template, values),
    unfilledCount: countUnfilled(template, values),
    isEmpty: stored === null,
    change: (changed) => write(merge(changed)),
    fill: (changed) => write(merge(changed), former === undefined ? readStorage(key) : former),
    clear: () => write(null, stored),
    undo: former === undefined ? null : () => write(former),
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
