import type { z } from 'zod'
import type { FoundPrompt } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import type { ListedPrompt } from '#shared/library/marks.ts'
import { forwardPage } from '../sql/cursor.ts'
import type { ForwardScan, Keyset, ListQuery } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { categoryText, modelsJson, promptText, useCaseText } from './sql.ts'
import { jsonRows } from '../sql/json-rows.ts'

const lineOf = (rest: string) =>
  Prisma.sql`substring(text.example from ${Prisma.raw(String.raw`'(?n)^[^[:space:]|#\x60>~=-]${rest}$'`)})`
/** SQL: first line of prose, else the first line outside tables and lists. Up to 200 characters. */
const exampleLine = Prisma.sql`coalesce(left(coalesce(${lineOf('(?:.{59,}|.{15,}[^:,[:space:]])')}, ${lineOf('.*')}), 200), '')`

/** SQL: the text of a prompt as `text` and its outline as `outline`. */
export const outlinedText = (owner: string, locale: Locale) => Prisma.sql`${promptText(owner, locale)} AS text ON true
  LEFT JOIN prompt_outline AS outline ON outline.prompt_id = text.prompt_id AND outline.locale = text.locale`

/** SQL arguments of json_build_object. A text whose outline is not computed yet has no inputs. */
const outlineColumns = (inputs: Prisma.Sql) => Prisma.sql`'inputs', coalesce(${inputs}, '{}'),
  'word_count', coalesce(outline.word_count, cardinality(regexp_split_to_array(btrim(text.content), '\\s+')))`

const plainColumns = Prisma.sql`'id', prompt.id, 'slug', prompt.slug, 'title', text.title,
  'short_description', text.short_description, 'length_tag', prompt.length_tag, 'rating_avg', prompt.rating_avg,
  'rating_count', prompt.rating_count, 'required_tier', prompt.required_tier, 'content_locale', text.locale`
const cardColumns = (
  inputs: Prisma.Sql,
) => Prisma.sql`${plainColumns}, 'example_line', ${exampleLine}, ${outlineColumns(inputs)},
  'models', ${modelsJson('prompt.model_ids')}`

/** SQL arguments of json_build_object, with `effective_prompt` as `prompt` and `outlinedText`. */
export const promptCardColumns = cardColumns(Prisma.sql`outline.inputs[1:6]`)
/** Columns of `promptCardColumns` with all inputs. */
export const wholeCardColumns = cardColumns(Prisma.sql`outline.inputs`)

/** Columns of a card in a category: few inputs, a short example and slugs of models. */
export const smallCardColumns = Prisma.sql`${plainColumns}, 'example_line', left(${exampleLine}, 120),
  ${outlineColumns(Prisma.sql`outline.inputs[1:3]`)}, 'models', (
    SELECT coalesce(json_agg(model.slug ORDER BY place), '[]')
      FROM unnest(prompt.model_ids) WITH ORDINALITY AS listed (id, place) JOIN model USING (id))`

/** Reads cards. `listed` selects prompt_id and place; `extra` adds arguments of json_build_object. */
export function readPromptCards<Extra>(listed: Prisma.Sql, locale: Locale, extra: Prisma.Sql = Prisma.empty) {
  return jsonRows<z.infer<typeof FoundPrompt> & Extra>(Prisma.sql`
    SELECT json_build_object(${promptCardColumns},
             'use_case', json_build_object('slug', use_case_slug, 'title', use_case_words.title) ${extra}) AS answer
      FROM (${listed}) AS listed JOIN effective_prompt AS prompt ON prompt.id = listed.prompt_id
      JOIN ${outlinedText('prompt.id', locale)}
      JOIN ${useCaseText('prompt.use_case_id', locale)} AS use_case_words ON true
     ORDER BY listed.place`)
}

export type PersonalList = {
  keyset: Keyset
  query: ListQuery
  pathOf: (page: { cursor: string; limit?: number }) => string
  listed: (scan: ForwardScan) => Prisma.Sql // selects prompt_id, place, and `key` for the cursor
}

export const listPersonalPrompts = ({ listed, ...list }: PersonalList, locale: Locale) =>
  forwardPage({
    ...list,
    read: (scan) =>
      readPromptCards<Pick<ListedPrompt, 'category'> & { key: string | number }>(
        listed(scan),
        locale,
        Prisma.sql`, 'key', listed.key, 'category', json_build_object('slug', category_slug,
      'name', (SELECT words.name FROM ${categoryText('prompt.category_id', locale)} AS words))`,
      ),
  })
