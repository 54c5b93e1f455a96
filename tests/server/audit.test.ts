import { beforeAll, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin-paths.ts'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { get, sql } from '../support/app.ts'
import { createPerson } from '../support/people.ts'

const as = await createPerson({ role: 'admin' })
const other = await createPerson({ role: 'moderator' })
const list = async (filters: Parameters<typeof adminPaths.api.audit>[0] = {}) =>
  ((await get(adminPaths.api.audit(filters), { as })).body.results as { target: string }[]).map(({ target }) => target)
const file = (filters: Record<string, string> = {}) => get(adminSitePaths.api.auditExport(filters), { as })

beforeAll(async () => {
  await sql.query(
    `INSERT INTO audit_entry (at, actor_id, kind, action, target, note, before, after) VALUES
      ('2031-01-01', $1, 'post', 'created', 't1', NULL, NULL, '{"title":"A"}'),
      ('2031-01-02', $1, 'post', 'changed', 't2', '=1+1', '{"title":"A"}', '{"title":"B, \\"C\\""}'),
      ('2031-01-03', $2, 'thread', 'thread_removed', 't3', '@SUM(A1)', NULL, NULL),
      ('2031-01-04', NULL, 'section', 'changed', 't4', NULL, NULL, NULL)`,
    [as.id, other.id],
  )
  await sql.query(
    `INSERT INTO audit_entry (at, kind, action, target)
     SELECT '2030-01-01', 'announcement', 'changed', n FROM generate_series(1, 1201) AS n`,
  )
})

describe('/api/admin/audit/', () => {
  const all = { from: '2031-01-01T00:00:00Z', until: '2031-02-01T00:00:00Z' }

  test.each([
    [{}, ['t4', 't3', 't2', 't1']],
    [{ actor: as.username }, ['t2', 't1']],
    [{ actor: as.username.toUpperCase() }, ['t2', 't1']],
    [{ actor: 'nobody-at-all' }, []],
    [{ kind: 'post', action: 'changed' }, ['t2']],
    [{ action: 'changed' }, ['t4', 't2']],
    [{ from: '2031-01-02T00:00:00Z', until: '2031-01-04T00:00:00Z' }, ['t3', 't2']],
    [{ target: 't3' }, ['t3']],
  ])('by %j', async (filters, expected) => {
    expect(await list({ ...all, ...filters })).toEqual(expected)
  })

  test('goes on from page to page with its filters', async () => {
    const { body } = await get(adminPaths.api.audit({ ...all, actor: as.username, limit: 1 }), { as })
    expect(body.results[0].target).toBe('t2')
    expect((await get(body.next, { as })).body).toMatchObject({ results: [{ target: 't1' }], next: null })
  })

  test('names the filter that is wrong', async () => {
    for (const from of ['yesterday', '0000-01-01T00:00:00Z'])
      expect((await get(adminPaths.api.audit({ from }), { as })).body).toHaveProperty('from')
    expect((await get(adminPaths.api.audit({ kind: 'nothing' }), { as })).body).toHaveProperty('kind')
  })
})

describe('/api/admin/audit/export/', () => {
  const all = { from: '2031-01-01T00:00:00Z', until: '2031-02-01T00:00:00Z' }

  test('is CSV in which no text is a formula', async () => {
    const { text, headers } = await file(all)
    expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"')
    expect(headers['cache-control']).toBe('no-store')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('\uFEFFid,at,actor,kind,action,target,note,before,after')
    expect(lines[2]).toMatch(/"thread_removed","t3","'@SUM\(A1\)",,$/)
    expect(lines[3]).toMatch(/"t2","'=1\+1","\{""title"":""A""\}","\{""title"":""B, \\""C\\""""\}"$/)
    expect(lines).toHaveLength(6)
  })

  test('is JSON one a line, all of it, each entry once', async () => {
    const { text, headers } = await file({ kind: 'announcement', format: 'ndjson' })
    expect(headers['content-type']).toContain('application/x-ndjson')
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { target: string })
    expect(new Set(entries.map(({ target }) => target)).size).toBe(1_201)
    expect(entries).toHaveLength(1_201)
    expect((await file({ ...all, kind: 'post', format: 'ndjson' })).text).toContain('"after":{"title":"B, \\"C\\""}')
  })
})
