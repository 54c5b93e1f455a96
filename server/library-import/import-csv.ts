import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { csvFields } from '#shared/library/csv.ts'

type Field = (typeof csvFields)[number]

/** By field the name of its column. */
export type Mapping = Partial<Record<Field, string>>

/** A name may hold what divides the pairs of the shorter form. */
function parsePairs(text: string): [string, unknown][] {
  if (text.startsWith('{')) return Object.entries(JSON.parse(text) as object)
  return text.split(',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, unknown])
}

/** 'title=act,content=prompt', or the same as a JSON object. Throws what the operator should read. */
export function parseMapping(text: string): Mapping {
  const pairs = parsePairs(text)
  for (const [field, column] of pairs)
    if (!csvFields.includes(field as Field) || !column || typeof column !== 'string')
      throw new Error(`--map takes FIELD=COLUMN, where FIELD is one of ${csvFields.join(', ')}; "${field}" is not.`)
  const mapping: Mapping = Object.fromEntries(pairs)
  if (!mapping.title || !mapping.content) throw new Error('--map must say where title and content come from.')
  return mapping
}

/** 'Análisis: 日本' → analisis-日本; letters and digits of every script stay, accents of Latin letters go. */
export function slugFrom(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
  const slug = plain.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-').replaceAll(/^[-\p{M}]+|-$/gu, '')
  const short = Array.from(slug).slice(0, 80).join('').replace(/-$/, '')
  return short || `prompt-${createHash('sha256').update(title).digest('hex').slice(0, 10)}`
}

const elsewhere =
  'SELECT FROM prompt JOIN use_case ON use_case.id = use_case_id WHERE prompt.slug = $1 AND use_case.slug <> $2'
const reserveSlug = `INSERT INTO import_slug SELECT $1, 0, true WHERE NOT EXISTS (${elsewhere})
  ON CONFLICT (slug) DO UPDATE SET given = true WHERE NOT import_slug.given`

/** The same file gives the same slugs, so that a second import changes nothing. */
export function csvShape(columns: Mapping, common: { use_case: string; required_tier: number }) {
  let prepared = false
  async function addUniqueSlug(title: string, client: Client): Promise<string> {
    if (!prepared)
      await client.query(
        'CREATE TEMP TABLE IF NOT EXISTS import_slug (slug text PRIMARY KEY, times int NOT NULL, given boolean NOT NULL)',
      )
    prepared = true
    const base = slugFrom(title)
    const { rows } = await client.query<{ times: number; elsewhere: boolean }>({
      name: 'import-slug',
      text: `WITH counted AS (INSERT INTO import_slug VALUES ($1, 1, false) ON CONFLICT (slug) DO UPDATE SET times = import_slug.times + 1 RETURNING times)
        SELECT times, EXISTS (${elsewhere}) AS elsewhere FROM counted`,
      values: [base, common.use_case],
    })
    const stem = rows[0]?.elsewhere ? `${base}-${common.use_case}` : base
    for (let number = rows[0]?.times ?? 1; ; number++) {
      const slug = number > 1 ? `${stem}-${number}` : stem
      const { rowCount } = await client.query({
        name: 'import-slug-given',
        text: reserveSlug,
        values: [slug, common.use_case],
      })
      if (rowCount) return slug
    }
  }

  return async (record: unknown, client: Client): Promise<unknown> => {
    const values = record as Record<string, string>
    const { slug, ...texts } = Object.fromEntries(
      Object.entries(columns).map(([field, column]) => [field, values[column]]),
    )
    return {
      type: 'prompt',
      ...common,
      slug: slug ?? (await addUniqueSlug(texts.title ?? '', client)),
      texts: { en: texts },
    }
  }
}
