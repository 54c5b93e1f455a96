import { isStorable, normalizeText } from './texts.ts'

type QueryParam<Value extends string = string> = (text: string, others: URLSearchParams) => Value | undefined
/** Parsers of query parameters. They are functions, since zod would load with every page. */
export type QuerySchema = Record<string, QueryParam>
export type QueryValues<Query extends QuerySchema> = { [Name in keyof Query]?: ReturnType<Query[Name]> }

export const choiceParam =
  <const Value extends string>(values: readonly Value[]): QueryParam<Value> =>
  (text) =>
    values.find((value) => value === text)

export const patternParam =
  (pattern: RegExp, maxLength: number): QueryParam =>
  (text) =>
    text.length <= maxLength && pattern.test(text) ? text : undefined

export const searchParam: QueryParam = (typed) => {
  const text = normalizeText(typed).trim()
  return text !== '' && text.length <= 200 && isStorable(text) ? text : undefined
}

export function readQuery<Query extends QuerySchema>(query: Query, search: URLSearchParams): QueryValues<Query> {
  const values = Object.entries(query).map(([name, read]) => {
    const text = search.get(name)
    return [name, text === null ? undefined : read(text, search)]
  })
  return Object.fromEntries(values) as QueryValues<Query>
}
