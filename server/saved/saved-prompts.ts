import type { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import type { SavedCategory, SavedPromptsQuery } from '#shared/library/marks.ts'
import { paths } from '#shared/paths.ts'
import { collations } from '../sql/collations.ts'
import { keyset } from '../sql/cursor.ts'
import type { ForwardScan } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { listPersonalPrompts } from '../library/prompt-cards.ts'
import { categoryText } from '../library/sql.ts'
import { jsonRows, isoTimestamp } from '../sql/json-rows.ts'

export function listSavedPrompts(user_id: number, { category, ...query }: SavedPromptsQuery, locale: Locale) {
  const isInCategory = category ? Prisma.sql`AND category_slug = ${category}` : Prisma.empty
  const list = {
    keyset: keyset('saved', 'timestamptz', ['created_at', 'prompt_id']),
    query,
    pathOf: (page: object) => paths.api.savedPrompts({ category, ...page }),
    listed: ({ after, by, most }: ForwardScan) => Prisma.sql`
    SELECT prompt_id, ${isoTimestamp('created_at')} AS key, row_number() OVER (ORDER BY ${by}) AS place
      FROM saved_prompt WHERE user_id = ${user_id} AND ${after}
       AND EXISTS (SELECT FROM effective_prompt AS prompt WHERE prompt.id = prompt_id ${isInCategory})
     ORDER BY ${by} LIMIT ${most}`,
  }
  return listPersonalPrompts(list, locale)
}

export function listSavedCategories(user_id: number, locale: Locale): Promise<z.infer<typeof SavedCategory>[]> {
  return jsonRows(Prisma.sql`
    SELECT json_build_object('slug', category.slug, 'name', text.name, 'count', saved.count) AS answer
      FROM (SELECT category_id, count(*) FROM saved_prompt JOIN effective_prompt AS prompt ON prompt.id = prompt_id
             WHERE user_id = ${user_id} GROUP BY category_id) AS saved
      JOIN category ON category.id = category_id JOIN ${categoryText('category.id', locale)} AS text ON true
     ORDER BY text.name ${collations[locale]}, category.id`)
}
