import type { Values } from '#shared/placeholders.ts'

/** Names with what was typed, in the order of the text; as an object, without that order, in older storage. */
export type StoredValues = [name: string, value: string][] | Values

const isPair = ([name, value]: [string, string]) => typeof name === 'string' && typeof value === 'string'
export const areStoredValues = (stored: StoredValues) =>
  Array.isArray(stored) ? stored.every(isPair) : Object.values(stored).every((value) => typeof value === 'string')

/** Blanks have other names in each language: what stands under none of `names` goes to the rest of them, in order. */
export function carryValues(names: string[], stored: StoredValues): Values {
  const pairs = Array.isArray(stored) ? stored : Object.entries(stored)
  const known = new Map(pairs)
  const isSameText = Array.isArray(stored) && pairs.length === names.length
  const others = isSameText ? pairs.filter(([name]) => !names.includes(name)) : []
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? others.shift()?.[1] ?? '']))
}

/** Null where nothing is typed. */
export function storeValues(names: string[], values: Values): string | null {
  const pairs = names.map((name) => [name, values[name] ?? ''])
  return pairs.every(([, value]) => value === '') ? null : JSON.stringify(pairs)
}
