import type { Values } from '#shared/placeholders.ts'

/** Names with what was typed, in the order of the text; as an object, without that order, in older storage. */
export type StoredValues = [name: string, value: string][] | Values

const entriesOf = (stored: StoredValues) => (Array.isArray(stored) ? stored : Object.entries(stored))
export const areStoredValues = (stored: StoredValues) =>
  entriesOf(stored).every(([name, value]) => typeof name === 'string' && typeof value === 'string')

/** Blanks have other names in each language: what stands under none of `names` goes to the rest of them, in order. */
export function carryValues(names: string[], stored: StoredValues): Values {
  const pairs = entriesOf(stored)
  const known = new Map(pairs)
  const isWhole = Array.isArray(stored) && pairs.length === names.length
  const others = pairs.filter(([name]) => isWhole && !names.includes(name))
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? others.shift()?.[1] ?? '']))
}

/** Null where nothing is typed. */
export function storeValues(names: string[], values: Values): string | null {
  const pairs = names.map((name) => [name, values[name] ?? ''])
  return pairs.every(([, value]) => value === '') ? null : JSON.stringify(pairs)
}
