import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { maxImportBytes } from '#shared/admin/import.ts'
import type { ImportRun } from '#shared/admin/import.ts'
import { db } from '../../../server/database/db.ts'
import { removeExpiredImports } from '../../../server/library-import/import-runs.ts'
import { app, get, openApp, post, put, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { ndjson } from '../../support/importing.ts'
import { createCategory, createModel, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const { api } = adminPaths
const as = await createPerson({ role: 'admin' })
const [useCase, model] = [await createUseCase({ category: await createCategory() }), await createModel('Same')]

const upload = async (content: string | Buffer, query: Record<string, string | number> = {}, of = app) => {
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' }
  const response = await of.inject({ method: 'POST', url: api.libraryImport(query), headers, payload: content })
  return { status: response.statusCode, body: response.json() }
}
const finished = async (id: string): Promise<ImportRun> => {
  await until(async () => (await get(api.libraryImportRun(id), { as })).body.finished_at !== null)
  return (await get(api.libraryImportRun(id), { as })).body
}
const prompt = (slug: string, title = 'Title') => ({
  type: 'prompt',
  slug,
  use_case: useCase.slug,
  texts: { en: { title, content: 'Content' } },
})
const isThere = async (slug: string) => (await db.prompt.count({ where: { slug } })) === 1

describe('POST /api/admin/library/import/', () => {
  test('stores the file name without line breaks', async () => {
    const { body } = await upload(ndjson(prompt('named')), { dry_run: '1', file_name: 'a\r\nb\u202e.ndjson' })
    expect(body.file_name).toBe('a b .ndjson')
    await finished(body.id)
  })

  test('imports the stored file after a dry run, on any server', async () => {
    const file = `${ndjson({ type: 'model', slug: model.slug, name: 'Same' }, { type: 'tag', slug: 'imported-tag', texts: { en: { name: 'Tag' } } }, prompt('imported-a'))}{"no":\n${ndjson({ ...prompt('imported-b'), use_case: 'nowhere' })}`
    const sent = await upload(file, { dry_run: '1', file_name: 'library.ndjson' })
    expect(sent).toMatchObject({
      status: 202,
      body: { dry_run: true, file_name: 'library.ndjson', bytes: Buffer.byteLength(file) },
    })
    const tried = await finished(sent.body.id)
    const counted = {
      state: 'done',
      rows_done: 5,
      rejected: 2,
      types: expect.arrayContaining([
        { type: 'model', added: 0, changed: 0, same: 1 },
        { type: 'tag', added: 1, changed: 0, same: 0 },
        { type: 'prompt', added: 1, changed: 0, same: 0 },
      ]),
      first_rejected: [
        { line: 4, reason: expect.stringContaining('not JSON') },
        { line: 5, reason: expect.stringContaining('nowhere') },
      ],
    }
    expect(tried).toMatchObject({ ...counted, dry_run: true })
    expect(await isThere('imported-a')).toBe(false)
    const rejected = await get(api.libraryImportRejected(tried.id), { as })
    expect(rejected.headers['content-disposition']).toContain('rejected.ndjson')
    expect(
      rejected.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { line: 4, reason: expect.any(String), row: '{"no":' },
      { line: 5, reason: expect.any(String), row: { ...prompt('imported-b'), use_case: 'nowhere' } },
    ])
    const other = await startApp()
    const run = await post(api.libraryImportStart(tried.id), undefined, { as, of: other })
    expect(run).toMatchObject({ status: 202, body: { dry_run: false } })
    expect(await finished(tried.id)).toMatchObject({ ...counted, dry_run: false })
    expect(await isThere('imported-a')).toBe(true)
    // A repeated request succeeds: the first response may have been lost.
    const again = await post(api.libraryImportStart(tried.id), undefined, { as })
    expect(again).toMatchObject({ status: 202, body: { dry_run: false, state: 'done' } })
    expect(await db.libraryImportPart.count({ where: { import_id: tried.id } })).toBe(0)
    const { body: log } = await get(api.audit({ kind: 'library', target: tried.id }), { as })
    expect(log.results).toMatchObject([{ action: 'imported', actor: { username: as.username } }])
  })

  test('imports a CSV file with the chosen column mapping, and returns 400 for an invalid mapping', async () => {
    const csv = 'act,prompt\nPirate,Talk like a pirate\n"open,quote\n'
    const query = { format: 'csv', map: 'title=act,content=prompt', use_case: useCase.slug, tier: 2 }
    expect(await upload(csv, { ...query, map: 'title=act' })).toMatchObject({
      status: 400,
      body: { map: expect.any(Array) },
    })
    expect(await upload(csv, { ...query, use_case: 'nowhere' })).toMatchObject({
      status: 400,
      body: { use_case: expect.any(Array) },
    })
    const done = await finished((await upload(csv, query)).body.id)
    expect(done).toMatchObject({
      state: 'done',
      rejected: 1,
      types: [{ type: 'prompt', added: 1, changed: 0, same: 0 }],
    })
    expect(await db.prompt.findUnique({ where: { slug: 'pirate' } })).toMatchObject({
      required_tier: 2,
      gaps: ['es', 'short_description', 'how_to_use', 'known_issues'],
    })
  })

  test('rejects CSV rows with equal titles, and fails if the header repeats a column', async () => {
    const query = { format: 'csv', map: 'title=act,content=prompt', use_case: useCase.slug }
    for (const dry_run of ['1', '0']) {
      const { body } = await upload('act,prompt\nTwin,a\nOnly,b\nTwin,c\n', { ...query, dry_run })
      expect(await finished(body.id)).toMatchObject({
        rejected: 2,
        first_rejected: [
          { line: 2, reason: 'title: line 4 has the same: each row needs its own' },
          { line: 4, reason: 'title: line 2 has the same: each row needs its own' },
        ],
      })
    }
    const { body } = await upload('act,prompt,act\nA,b,c\n', query)
    expect(await finished(body.id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('the column "act" exists twice'),
    })
  })

  test('returns 400 for an unreadable file, 413 for a large file, and 409 while another import runs', async () => {
    const named = { file: expect.any(Array) }
    expect(await upload('')).toMatchObject({ status: 400, body: named })
    expect(await upload(Buffer.from('\ufeff{"a":1}', 'utf16le'))).toMatchObject({ status: 400, body: named })
    expect(await upload('{}\r{}\r')).toMatchObject({ status: 400, body: named })
    expect((await upload(Buffer.alloc(maxImportBytes + 1, 32))).status).toBe(413)
    expect((await upload('{}', { format: 'xml' })).status).toBe(400)
    expect(await db.libraryImport.count({ where: { state: 'uploading' } })).toBe(0)
    const data = {
      format: 'ndjson',
      dry_run: true,
      expires_at: new Date(Date.now() + 60_000),
      state: 'running',
    } as const
    const { id } = await db.libraryImport.create({ data })
    expect(await upload('{}')).toMatchObject({ status: 409, body: { code: 'import_running' } })
    await db.libraryImport.update({ where: { id }, data: { updated_at: new Date(Date.now() - 3_600_000) } })
    const next = await upload('{}')
    expect(next.status).toBe(202)
    expect(await finished(id)).toMatchObject({ state: 'failed', problem: expect.any(String) })
    expect(await finished(next.body.id)).toMatchObject({ state: 'done', rejected: 1 })
    expect((await get(api.libraryImport(), { as })).body.results[0]).toMatchObject({ id: next.body.id })
  })

  test('keeps file and report for a day, then deletes both', async () => {
    const { body } = await upload('{}', { dry_run: '1' })
    await finished(body.id)
    await sql.query('UPDATE library_import SET expires_at = now() WHERE id = $1', [body.id])
    await removeExpiredImports()
    expect((await get(api.libraryImportRun(body.id), { as })).status).toBe(404)
    expect((await post(api.libraryImportStart(body.id), undefined, { as })).status).toBe(404)
    expect(await db.libraryImportPart.count({ where: { import_id: body.id } })).toBe(0)
  })
})

test('GET /api/admin/library/export/ returns rows that an import accepts without a change', async () => {
  const category = await createCategory()
  await sql.query('UPDATE category SET archived_at = now(), position = 3 WHERE id = $1', [category.id])
  const { status, text, headers } = await get(api.libraryExport, { as })
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { slug: string })
  expect(rows.find(({ slug }) => slug === category.slug)).toMatchObject({
    type: 'category',
    archived: true,
    position: 3,
  })
  const again = await finished((await upload(text)).body.id)
  expect(again).toMatchObject({ state: 'done', rejected: 0 })
  for (const { added, changed } of again.types) expect([added, changed]).toEqual([0, 0])
  await upload(text.replace('"archived":true', '"archived":false')).then(({ body }) => finished(body.id))
  expect(await db.category.findUnique({ where: { id: category.id } })).toMatchObject({ archived_at: null, position: 3 })
})

test('an import does not deadlock with admins who edit the same prompts', async () => {
  const slugs = Array.from({ length: 40 }, (_, n) => `raced-${n}`)
  const file = (title: string) =>
    ndjson(...slugs.map((slug) => ({ ...prompt(slug, title), required_tier: title.length % 2 })))
  await finished((await upload(file('First'))).body.id)
  const ids = (
    await db.prompt.findMany({ where: { slug: { in: slugs } }, select: { id: true }, orderBy: { id: 'desc' } })
  ).map(({ id }) => id)
  const importing = (async () => {
    for (const title of ['Second', 'Third.', 'Fourth', 'Fifth'])
      expect(await finished((await upload(file(title))).body.id)).toMatchObject({ state: 'done', rejected: 0 })
  })()
  const race = { isDone: false }
  void importing.finally(() => (race.isDone = true))
  const statuses = new Set<number>()
  while (!race.isDone)
    for (const id of ids.slice(0, 8)) {
      const path = api.libraryItem('prompts', id)
      const { body, headers } = await get(path, { as })
      const { id: _id, slug: _slug, ...changes } = body
      const texts = { ...changes.texts, es: changes.texts.es ? null : changes.texts.en }
      const ifMatch = { 'if-match': String(headers.etag) }
      statuses.add((await put(path, { ...changes, texts, length_tag: null }, { as, headers: ifMatch })).status)
      statuses.add(
        (await post(api.promptBulk(), { selection: { ids }, change: { required_tier: id % 3 } }, { as })).status,
      )
    }
  await importing
  // A conflicting edit gets 412 or 503, and nothing else.
  expect([200, 412, 503]).toEqual(expect.arrayContaining([...statuses]))
  const { rows } = await sql.query(
    `SELECT FROM prompt WHERE slug LIKE 'raced-%' AND gaps IS DISTINCT FROM gaps_of(id)
      UNION ALL SELECT FROM prompt_search AS search JOIN prompt ON prompt.id = prompt_id
                 WHERE slug LIKE 'raced-%' AND search.required_tier <> prompt.required_tier`,
  )
  expect(rows).toEqual([])
})
