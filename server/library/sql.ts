import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../database/db.ts'

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
export const promptSetText = (owner: string, locale: Locale) =>
  textOf(name('prompt_set_text'), name('prompt_set_id'), name(owner), locale)
export const pipelineText = (owner: string, locale: Locale) =>
  textOf(name('pipeline_text'), name('pipeline_id'), name(owner), locale)
export const tagText = (owner: string, locale: Locale) => textOf(name('tag_text'), name('tag_id'), name(owner), locale)
export const functionalText = (owner: string, locale: Locale) =>
  textOf(name('functional_group_text'), name('functional_group_id'), name(owner), locale)

export const functionalGroupJson = (id: string, locale: Locale) => Prisma.sql`(
  SELECT json_build_object('slug', functional_group.slug, 'name', text.name)
    FROM functional_group JOIN ${functionalText('functional_group.id', locale)} AS text ON true
   WHERE functional_group.id = ${name(id)})`

export const modelsJson = (ids: string) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', model.id, 'slug', model.slug, 'name', model.name) ORDER BY place), '[]')
    FROM unnest(${name(ids)}) WITH ORDINALITY AS listed (id, place) JOIN model USING (id))`

export const tagsJson = (ids: string, locale: Locale) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', tag.id, 'slug', tag.slug, 'name', text.name) ORDER BY place), '[]')
    FROM unnest(${name(ids)}) WITH ORDINALITY AS listed (id, place) JOIN tag USING (id)
    JOIN ${tagText('tag.id', locale)} AS text ON true)`
