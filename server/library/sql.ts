import type { Locale } from '#shared/locale.ts'
import { db, Prisma } from '../db.ts'

/** The row of texts in the wanted language, or else in English, as `text`. */
function textOf(table: Prisma.Sql, key: Prisma.Sql, owner: Prisma.Sql, locale: Locale): Prisma.Sql {
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
export const tagText = (owner: string, locale: Locale) => textOf(name('tag_text'), name('tag_id'), name(owner), locale)
export const functionalText = (owner: string, locale: Locale) =>
  textOf(name('functional_group_text'), name('functional_group_id'), name(owner), locale)

/** {slug, name} of a functional group. */
export const functional = (id: string, locale: Locale) => Prisma.sql`(
  SELECT json_build_object('slug', functional_group.slug, 'name', text.name)
    FROM functional_group JOIN ${functionalText('functional_group.id', locale)} AS text ON true
   WHERE functional_group.id = ${name(id)})`

/** [{id, slug, name}] of the models of a prompt, in its order. */
export const models = (ids: string) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', model.id, 'slug', model.slug, 'name', model.name) ORDER BY place), '[]')
    FROM unnest(${name(ids)}) WITH ORDINALITY AS listed (id, place) JOIN model USING (id))`

/** [{id, slug, name}] of the tags of a prompt, in its order. */
export const tags = (ids: string, locale: Locale) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', tag.id, 'slug', tag.slug, 'name', text.name) ORDER BY place), '[]')
    FROM unnest(${name(ids)}) WITH ORDINALITY AS listed (id, place) JOIN tag USING (id)
    JOIN ${tagText('tag.id', locale)} AS text ON true)`

/** A time as JSON, to the millisecond, as the key of a cursor. */
export const momentOf = (column: string) =>
  Prisma.sql`to_json(to_char(${name(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** The rows of a statement whose only column is `answer`: JSON that the database has put together. */
export async function answersOf<T>(statement: Prisma.Sql): Promise<T[]> {
  const rows = await db.$queryRaw<{ answer: T }[]>(statement)
  return rows.map((row) => row.answer)
}
