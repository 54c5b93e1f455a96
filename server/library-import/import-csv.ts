import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { isVisible } from '#shared/fields.ts'
import { csvFields } from '#shared/library/csv.ts'
import { lowerCaseSlug, slugOf } from '#shared/slugs.ts'
import { normalizeText, normalizeTexts } from '#shared/texts.ts'
import { messageWithParams } from '../translate.ts'
import type { TranslatableProblem } from '../translate.ts'
import { joinLines } from './import-rows.ts'
import type { SourceRow } from './import-sources.ts'
import { RowProblem } from './reasons.ts'

type Field = (typeof csvFields)[number]

export type CsvColumnMapping = Partial<Record<Field, string>> // column names by field

/** Parses 'a=b,c=d' or a JSON object, which is needed for names with a comma or an equals sign. */
function parsePairs(text: string): [string, unknown][] {
  if (text.startsWith('{')) return Object.entries(JSON.parse(text) as object)
  return text.split(',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, unknown])
}

/** Parses 'title=act,content=prompt' or a JSON object. Throws errors with texts for the operator. */
export function parseMapping(text: string): CsvColumnMapping {
  const pairs = parsePairs(normalizeText(text))
  for (const [field, column] of pairs)
    if (!csvFields.includes(field as Field) || !column || typeof column !== 'string')
      throw new Error(`--map expects FIELD=COLUMN, where FIELD is one of ${csvFields.join(', ')}; "${field}" is not.`)
  const mapping: CsvColumnMapping = Object.fromEntries(pairs)
  if (Object.keys(mapping).length < pairs.length) throw new Error('--map accepts each FIELD once.')
  if (!mapping.title || !mapping.content) throw new Error('--map must name the columns of title and content.')
  return mapping
}

/** Returns a slug: 'Análisis: 日本' becomes analisis. Without Latin letters or digits it is a hash. */
export function slugFromTitle(title: string): string {
  const short = slugOf(title).slice(0, 80).replace(/-$/, '')
  return short || `prompt-${createHash('sha256').update(title).digest('hex').slice(0, 10)}`
}

const tablesSql = `
  CREATE TEMP TABLE import_row (key text NOT NULL, line int NOT NULL);
  CREATE INDEX ON import_row USING hash (key);
  CREATE TEMP TABLE import_title (title text NOT NULL, slug text NOT NULL);
  CREATE INDEX ON import_title USING hash (title);
  CREATE TEMP TABLE import_slug (slug text PRIMARY KEY, times int NOT NULL, given boolean NOT NULL)`
const addRowsSql =
  'INSERT INTO import_row SELECT key, line FROM json_to_recordset($1::json) AS row (key text, line int)'
const addTitlesSql = `INSERT INTO import_title
  SELECT title, prompt.slug FROM public.prompt_text JOIN public.prompt ON prompt.id = prompt_id
   WHERE locale = 'en' AND use_case_id = (SELECT id FROM public.use_case WHERE slug = $1)`
const matchSql = `
  SELECT (SELECT min(line) FROM import_row WHERE key = $1 AND line <> $2) AS other_line,
         ARRAY(SELECT slug FROM import_title
                WHERE title IN ($3, $4) AND NOT EXISTS (SELECT FROM import_row WHERE key = 'slug ' || slug) ORDER BY slug LIMIT 5) AS slugs`
const countSql = `
  WITH counted AS (
    INSERT INTO import_slug VALUES ($1, 1, false) ON CONFLICT (slug) DO UPDATE SET times = import_slug.times + 1 RETURNING times)
  SELECT times, EXISTS (SELECT FROM public.prompt JOIN public.use_case ON use_case.id = use_case_id
                         WHERE prompt.slug = $1 AND use_case.slug <> $2) AS elsewhere FROM counted`
const reserveSql = `
  INSERT INTO import_slug SELECT $1, 0, true
   WHERE NOT EXISTS (SELECT FROM public.prompt WHERE slug = $1)
     AND NOT EXISTS (SELECT FROM public.former_slug WHERE kind = 'prompt' AND slug = $1)
     AND NOT EXISTS (SELECT FROM import_row WHERE key = 'slug ' || $1)
  ON CONFLICT (slug) DO UPDATE SET given = true WHERE NOT import_slug.given`
const rowsPerInsert = 1_000

type Texts = Partial<Record<Field, string>>
type Common = { use_case: string; required_tier: number }

const slugKey = ({ slug }: Texts) => (slug ? `slug ${slug}` : null)
const titleKey = ({ title = '' }: Texts) => (isVisible(title) ? `title ${title.trim()}` : null)
/** Key of a row, unique in the file: its slug, else its title. */
const keyOf = (texts: Texts) => slugKey(texts) ?? titleKey(texts)

async function createImportTables(
  client: Client,
  use_case: string,
  rows: AsyncIterable<{ key: string; line: number }>,
) {
  await client.query(tablesSql)
  await client.query(addTitlesSql, [use_case])
  let batch: object[] = []
  const flush = async () => {
    await client.query(addRowsSql, [JSON.stringify(batch)])
    batch = []
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length === rowsPerInsert) await flush()
  }
  await flush()
}

/** Reserves a slug that no prompt has or had. It is the title's, with the use case or a number if taken. */
async function addUniqueSlug(title: string, client: Client, { use_case }: Common): Promise<string> {
  const base = slugFromTitle(title)
  const { rows } = await client.query<{ times: number; elsewhere: boolean }>({
    name: 'import-slug',
    text: countSql,
    values: [base, use_case],
  })
  const stem = rows[0]?.elsewhere ? [base, slugOf(use_case)].filter(Boolean).join('-') : base
  for (let number = rows[0]?.times ?? 1; ; number++) {
    const slug = number > 1 ? `${stem}-${number}` : stem
    const { rowCount } = await client.query({ name: 'import-slug-given', text: reserveSql, values: [slug] })
    if (rowCount) return slug
  }
}

/** Converts CSV rows. Finds the prompt by slug, else by title. Throws RowProblem for a duplicate in the file. */
export function createCsvConverter(
  columns: CsvColumnMapping,
  options: Common,
  readRows: () => AsyncIterable<SourceRow>,
) {
  const common = { ...options, use_case: lowerCaseSlug(options.use_case) }
  const textsOf = (row: unknown): Texts => {
    const values = normalizeTexts(row) as Record<string, string>
    const texts: Texts = Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, values[column]]))
    const slug = columns.slug && { slug: lowerCaseSlug(texts.slug?.trim() ?? '') }
    return { ...texts, title: joinLines(texts.title ?? ''), ...slug }
  }
  async function* readKeys() {
    for await (const { line, row, reason } of readRows()) {
      if (reason) continue
      const texts = textsOf(row)
      for (const key of [slugKey(texts), titleKey(texts)]) if (key !== null) yield { key, line }
    }
  }
  let prepared: Promise<void> | null = null

  return async ({ row, line }: SourceRow, client: Client): Promise<unknown> => {
    await (prepared ??= createImportTables(client, common.use_case, readKeys()))
    const { slug, ...texts } = textsOf(row)
    const { title = '' } = texts
    const key = keyOf({ title, ...(slug && { slug }) })
    const { rows } = await client.query<{ other_line: number | null; slugs: string[] }>({
      name: 'import-match',
      text: matchSql,
      // The editor saves titles without surrounding spaces.
      values: [key, line, title, title.trim()],
    })
    const { other_line = null, slugs = [] } = rows[0] ?? {}
    const refuse = (message: TranslatableProblem) => new RowProblem([{ at: slug ? 'slug' : 'title', message }])
    if (other_line !== null) throw refuse(messageWithParams('import.same_as_line', { line: other_line }))
    if (!slug && slugs.length > 1)
      throw refuse(messageWithParams('import.title_of_several', { slugs: slugs.join(', ') }))
    return {
      type: 'prompt',
      ...common,
      slug: slug || (slugs[0] ?? (await addUniqueSlug(title, client, common))),
      texts: { en: texts },
    }
  }
}
