import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Client } from 'pg'
import { inject } from 'vitest'
import '../../server/messages.ts'
import { exportLibrary } from '../../server/library-import/export.ts'
import { createCsvConverter, parseMapping } from '../../server/library-import/import-csv.ts'
import { readCsv, readNdjson } from '../../server/library-import/import-sources.ts'
import type { SourceRow } from '../../server/library-import/import-sources.ts'
import { importLibrary } from '../../server/library-import/import.ts'
import type { ImportOptions } from '../../server/library-import/import.ts'
import { createDatabase, withClient } from './postgres/database.ts'

const folder = await mkdtemp(join(tmpdir(), 'library-import-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

let files = 0
export async function fileOf(content: string | Buffer, ending = 'ndjson'): Promise<string> {
  const file = join(folder, `${++files}.${ending}`)
  await writeFile(file, content)
  return file
}

export const ndjson = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

type Rejected = Parameters<ImportOptions['reject']>[0]

export async function importRows(url: string, rows: AsyncIterable<SourceRow>, options: Partial<ImportOptions> = {}) {
  const rejected: Rejected[] = []
  const outcome = await importLibrary({ url, rows, reject: async (row) => void rejected.push(row), ...options })
  return { ...outcome, rows: rejected }
}

export async function importText(url: string, content: string | Buffer, options: Partial<ImportOptions> = {}) {
  return importRows(url, readNdjson(await fileOf(content)), options)
}

export const exportText = (url: string) => text(Readable.from(exportLibrary(url)))

/** Row versions (xmin): any write, even of equal values, changes them. */
export async function versions(client: Client): Promise<unknown[]> {
  const tables = [
    'model',
    'tag',
    'tag_text',
    'functional_group',
    'functional_group_text',
    'category',
    'category_text',
    'use_case',
    'use_case_text',
    'prompt',
    'prompt_text',
    'prompt_search',
    'prompt_outline',
    'pipeline',
    'pipeline_text',
    'pipeline_step',
    'pipeline_step_text',
  ]
  const each = tables.map((table) => `SELECT '${table}' AS name, ctid::text, xmin::text FROM ${table}`)
  return (await client.query(`${each.join(' UNION ALL ')} ORDER BY 1, 2`)).rows
}

export const parents = [
  { type: 'model', slug: 'gpt', name: 'GPT' },
  { type: 'tag', slug: 'seo', texts: { en: { name: 'SEO' }, es: { name: 'Buscadores' } } },
  { type: 'functional', slug: 'work', models: ['gpt'], texts: { en: { name: 'Work' }, es: { name: 'Trabajo' } } },
  {
    type: 'category',
    slug: 'writing',
    functional: 'work',
    required_tier: 1,
    texts: {
      en: { name: 'Writing', description: 'Words', warning_text: 'Mind' },
      es: { name: 'Escritura', description: 'Palabras' },
    },
  },
  {
    type: 'use_case',
    slug: 'poems',
    category: 'writing',
    texts: { en: { title: 'Write poems' }, es: { title: 'Escribir poemas' } },
  },
]

export const promptRow = (
  slug: string,
  { content = `Content of ${slug}`, ...fields }: Record<string, unknown> & { content?: string } = {},
) => ({
  type: 'prompt',
  slug,
  use_case: 'poems',
  texts: { en: { title: `Title of ${slug}`, content } },
  ...fields,
})

export const emptyLibrary = async () => {
  const address = await createDatabase(inject('postgres'))
  await importText(address, ndjson(...parents, { ...parents[4], slug: 'songs' }))
  return address
}

export async function importCsv(
  address: string,
  file: string,
  { map = 'title=act,content=prompt', use_case = 'poems', required_tier = 0 } = {},
  options: Partial<ImportOptions> = {},
) {
  const mapping = parseMapping(map)
  const readRows = () => readCsv(file, Object.values(mapping))
  const shape = createCsvConverter(mapping, { use_case, required_tier }, readRows)
  return importRows(address, readRows(), { convert: shape, partial: true, ...options })
}

export const promptsIn = (address: string) =>
  withClient(address, async (client) => {
    const { rows } = await client.query(
      `SELECT prompt.slug, use_case.slug AS use_case, title, content FROM prompt JOIN prompt_text ON prompt_id = prompt.id JOIN use_case ON use_case.id = use_case_id ORDER BY prompt.id`,
    )
    return rows as { slug: string; use_case: string; title: string; content: string }[]
  })
