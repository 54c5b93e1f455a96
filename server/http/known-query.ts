import type { z } from 'zod'
import { readQuery } from '#shared/query-params.ts'
import type { QuerySchema } from '#shared/query-params.ts'

/** `isVariant`: such queries are unbounded in number. */
export type KnownQuery = { query: string; isVariant: boolean }
export type ReadKnownQuery = (search: URLSearchParams) => KnownQuery

const write = (entries: string[][]) => (entries.length > 0 ? `?${new URLSearchParams(entries)}` : '')

type Field = { def: { type: string; innerType?: Field } }
function isEndless({ def }: Field): boolean {
  return def.innerType ? isEndless(def.innerType) : def.type !== 'enum'
}

/** Wrong values stay, for the route to refuse by name. */
export function apiQuery(schema: z.ZodObject | undefined): ReadKnownQuery {
  const fields = Object.entries(schema?.shape ?? {})
  return (search) => {
    const given = fields.filter(([name]) => search.has(name))
    return {
      query: write(given.flatMap(([name]) => search.getAll(name).map((value) => [name, value]))),
      isVariant: given.some(([, field]) => isEndless(field)),
    }
  }
}

export const pageQuery =
  (schema: QuerySchema): ReadKnownQuery =>
  (search) => {
    const known = Object.entries(readQuery(schema, search)).filter((entry) => entry[1] !== undefined) as string[][]
    return { query: write(known), isVariant: known.length > 0 }
  }
