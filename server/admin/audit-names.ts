import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../database/db.ts'

const maxLength = 200

/** Column that contains a subject's name, per kind of entry. Its table has a row per language. */
const namedTables = {
  plan: 'name',
  prompt: 'title',
  category: 'name',
  use_case: 'title',
  pipeline: 'title',
  prompt_set: 'title',
  tag: 'name',
  functional_group: 'name',
  section: 'name',
  post: 'title',
  post_tag: 'name',
  site_page: 'title',
}
const currentTextName = (kind: string, column: string, locale: Locale) => Prisma.sql`
  WHEN ${kind} THEN (SELECT ${Prisma.raw(column)} FROM ${Prisma.raw(`${kind}_text`)} WHERE ${Prisma.raw(`${kind}_id`)} = target::int
                      ORDER BY locale <> ${locale}::locale LIMIT 1)`

const currentName = (locale: Locale) => Prisma.sql`
  CASE WHEN target ~ '^[1-9][0-9]{0,8}$' THEN CASE kind
    WHEN 'member' THEN (SELECT username FROM "user" WHERE id = target::int AND erased_at IS NULL)
    WHEN 'model' THEN (SELECT model.name FROM model WHERE id = target::int)
    ${Prisma.join(
      Object.entries(namedTables).map(([kind, column]) => currentTextName(kind, column, locale)),
      ' ',
    )} END
  WHEN kind = 'payment' THEN (SELECT username FROM payment JOIN customer ON customer.id = customer_id
                                JOIN "user" ON "user".id = user_id AND erased_at IS NULL WHERE payment.id = target) END`

/** SQL join that adds the subject's name: the name at the time of the entry, else the present name. */
export const joinAuditNames = (locale: Locale): Prisma.Sql => Prisma.sql`
  CROSS JOIN LATERAL (SELECT coalesce(after, before) AS state OFFSET 0) AS kept
  CROSS JOIN LATERAL (SELECT coalesce(nullif(state #> ARRAY['texts', ${locale}], 'null'), state #> '{texts,en}') AS words OFFSET 0) AS texts
  CROSS JOIN LATERAL (SELECT left(coalesce(words ->> 'title', words ->> 'name', words ->> 'question', state ->> 'title', state ->> 'name',
                                           ${currentName(locale)}), ${maxLength}::int) AS name) AS subject`
