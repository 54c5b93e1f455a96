import type { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import type { SourceRow } from '../../../server/library-import/import-sources.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { importRows, importText, ndjson, parents, promptRow, versions } from '../../support/importing.ts'

const emptyLibrary = () => createDatabase(inject('postgres'))
const former = [...parents, ...Array.from({ length: 30 }, (_, n) => promptRow(`p-${n}`))]
const changed = [
  { ...parents[0], name: 'Other' },
  ...parents.slice(1),
  ...Array.from({ length: 1_200 }, (_, n) => promptRow(`p-${n}`, n % 2 ? { content: 'Another' } : {})),
  promptRow('p-1', { content: 'A third' }),
  promptRow('new', { tags: ['nothing'] }),
]

async function* source(rows: object[], after: (at: number) => Promise<unknown>): AsyncGenerator<SourceRow> {
  for (const [at, row] of rows.entries()) {
    await after(at)
    yield { line: at + 1, bytes: 0, row }
  }
}

/** Versions and row locks of every row, and the sequences' values. */
async function traces(client: Client) {
  const locked = await client.query(`SELECT ctid::text, xmin::text, xmax::text FROM prompt ORDER BY 1`)
  const sequences = await client.query(`SELECT sequencename, last_value::text FROM pg_sequences ORDER BY 1`)
  const written = await client.query(`SELECT pg_relation_size('prompt')::text, pg_relation_size('prompt_text')::text`)
  return [await versions(client), locked.rows, sequences.rows, written.rows]
}

test('a dry run returns exactly the counts of the import that follows', async () => {
  const address = await emptyLibrary()
  await importText(address, ndjson(...former))
  const tried = await importText(address, ndjson(...changed), { dryRun: true })
  const done = await importText(address, ndjson(...changed))
  expect(tried).toEqual(done)
  expect(tried).toMatchObject({ added: 1_170, changed: 16, rejected: 1 })
  const again = await importText(address, ndjson(...changed.slice(0, 20)), { dryRun: true })
  expect(again).toMatchObject({ added: 0, rejected: 0 })
})

test('a dry run finds a prompt by its former slug', async () => {
  const address = await emptyLibrary()
  await importText(address, ndjson(...former))
  await withClient(address, (client) => client.query(`UPDATE prompt SET slug = 'renamed' WHERE slug = 'p-1'`))
  const rows = ndjson(promptRow('p-1', { content: 'Another' }))
  const tried = await importText(address, rows, { dryRun: true })
  expect(tried).toMatchObject({ added: 0, changed: 1 })
  expect(await importText(address, rows)).toEqual(tried)
})

test('a dry run does not block ratings and edits of prompts, nor wait for their locks', async () => {
  const address = await emptyLibrary()
  await importText(address, ndjson(...former))
  await withClient(address, async (editor) => {
    await editor.query(`SET lock_timeout = '2s'`)
    await editor.query('BEGIN')
    await editor.query(`SELECT FROM prompt WHERE slug = 'p-1' FOR UPDATE`)
    await editor.query('LOCK TABLE use_case IN ROW EXCLUSIVE MODE')
    let edits = 0
    const edit = async (at: number) => {
      if (at !== 1_150) return
      // A batch of a thousand rows has been tried by now.
      await editor.query('COMMIT')
      await editor.query(`UPDATE prompt SET rating_sum = 5, rating_count = 1 WHERE slug = 'p-2'`)
      await editor.query(
        `UPDATE prompt_text SET content = 'Edited' WHERE prompt_id = (SELECT id FROM prompt WHERE slug = 'p-3')`,
      )
      edits++
    }
    expect(await importRows(address, source(changed, edit), { dryRun: true })).toMatchObject({ rejected: 1 })
    expect(edits).toBe(1)
    const { rows } = await editor.query(`SELECT rating_sum FROM prompt WHERE slug = 'p-2'`)
    expect(rows).toEqual([{ rating_sum: 5 }])
  })
})

test('a dry run writes no rows, dead rows, row locks or sequence values', async () => {
  const address = await emptyLibrary()
  await importText(address, ndjson(...former))
  await withClient(address, async (client) => {
    const before = await traces(client)
    await importText(address, ndjson(...changed), { dryRun: true })
    expect(await traces(client)).toEqual(before)
  })
})

test('a dry run succeeds while an import runs', async () => {
  const address = await emptyLibrary()
  await importText(address, ndjson(...former))
  let tried: unknown
  const tryMeanwhile = async (at: number) => {
    if (at === 100) tried = await importText(address, ndjson(...former), { dryRun: true })
  }
  await importRows(address, source(changed, tryMeanwhile))
  expect(tried).toMatchObject({ added: 0, changed: 0, rejected: 0 })
})
