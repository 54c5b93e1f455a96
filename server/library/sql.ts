import type { Locale } from '#shared/locale.ts'
import { batchedRead, Prisma, queryRows } from '../db.ts'

function textOf(table: Prisma.Sql, key: Prisma.Sql, owner: Prisma.Sql, locale: Locale): Prisma.Sql {
  if (locale === 'en')
    return Prisma.sql`LATERAL (SELECT * FROM ${table} WHERE ${key} = ${owner} AND locale = 'en' LIMIT 1)`
  return Prisma.sql`LATERAL (SELECT * FROM ${table} WHERE ${key} = ${owner} AND locale IN (${locale}::locale, 'en')
    ORDER BY locale = ${locale}::locale DESC LIMIT 1)`
}
const name = (text: string) => Prisma.raw(text)

export const categoryText = (owner: string, locale: Locale) =>
  textOf(name('category_text'), name('category_id'), name(owner), locale)
export const useCaseText = (owner: string, locale: Locale) =>
  textOf(name('use_case_text'), name('use_case_id'), name(owner), locale)
export const promptText = (owner: string, locale: Locale) =>
  textOf(name('prompt_text'), name('prompt_id'), name(owner), locale)
export const pipelineText = (owner: string, locale: Locale) =>
  textOf(name('pipeline_text'), name('pipeline_id'), name(owner), locale)
export const tagText = (owner: string, locale: Locale) => textOf(name('tag_text'), name('tag_id'), name(owner), locale)
export const functionalText = (owner: string, locale: Locale) =>
  textOf(name('functional_group_text'), name('functional_group_id'), name(owner), locale)

export const functional = (id: string, locale: Locale) => Prisma.sql`(
  SELECT json_build_object('slug', functional_group.slug, 'name', text.name)
    FROM functional_group JOIN ${functionalText('functional_group.id', locale)} AS text ON true
   WHERE functional_group.id = ${name(id)})`

export const models = (ids: string) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', model.id, 'slug', model.slug, 'name', model.name) ORDER BY place), '[]')
    FROM unnest(${name(ids)}) WITH ORDINALITY AS listed (id, place) JOIN model USING (id))`

export const tags = (ids: string, locale: Locale) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', tag.id, 'slug', tag.slug, 'name', text.name) ORDER BY place), '[]')
    FROM unnest(${name(ids)}) WITH ORDINALITY AS listed (id, place) JOIN tag USING (id)
    JOIN ${tagText('tag.id', locale)} AS text ON true)`

export const isoTimestamp = (column: string) =>
  Prisma.sql`to_json(to_char(${name(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** The only column of the statement is `answer`. */
export async function jsonRows<T>(statement: Prisma.Sql): Promise<T[]> {
  const rows = await queryRows<{ answer: T }>(statement)
  return rows.map((row) => row.answer)
}

type Column = 'text' | 'int'

/**
 * Reads in a language, batched: the statement finds what it is asked for in the columns of `asked`. It is planned by
 * itself, for one key, and the selects around the arrays hide their lengths from the planner, which would else plan
 * each length anew.
 */
export function batchedByLocale<Key extends Record<string, unknown>, Item>(
  columns: Record<keyof Key & string, Column>,
  statementOf: (locale: Locale) => Prisma.Sql,
) {
  const entries = Object.entries<Column>(columns)
  const names = name(entries.map(([column]) => column).join(', '))
  const readIn = (locale: Locale) => {
    const arrays = Prisma.join(entries.map(([, type]) => Prisma.sql`(SELECT ${null}::${name(type)}[])`))
    // The text is written once: its first values are the arrays.
    const { text, values } =
      Prisma.sql`SELECT place::int, answer FROM unnest(${arrays}) WITH ORDINALITY AS asked (${names}, place), LATERAL (${statementOf(locale)} LIMIT 1) AS found`
    const constants = values.slice(entries.length)
    return batchedRead<Key, Item>((keys) => ({
      text,
      values: [...entries.map(([column]) => keys.map((key) => key[column])), ...constants],
    }))
  }
  const reads = { en: readIn('en'), es: readIn('es') }
  return (key: Key, locale: Locale): Promise<Item | null> => reads[locale].load(key)
}
