import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminSection, SectionState } from '#shared/admin/sections.ts'
import type { Section } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { databaseUrl } from '../../../server/database/db.ts'
import { get, openApp, post, put, remove, sql } from '../../support/app.ts'
import { until, withClient } from '../../support/postgres/database.ts'
import { createPoster, createSection, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const { api } = adminNewsPaths
const as = await createPerson({ role: 'admin' })
const stateOf = (changes: Partial<SectionState> = {}): SectionState => ({
  slug: newSlug('part'),
  position: 5,
  texts: { en: { name: 'Part', description: 'About' }, es: { name: 'Parte', description: '' } },
  ...changes,
})
async function added(changes: Partial<SectionState> = {}) {
  const { status, body, headers } = await post(api.sections, stateOf(changes), { as })
  expect([status, body]).toEqual([201, body])
  return { item: body as AdminSection, headers: { 'if-match': String(headers.etag) } }
}
const shown = async (locale: 'en' | 'es' = 'en') =>
  ((await get(forumPaths.api.sections, { locale })).body as Section[]).map(({ slug, name }) => ({ slug, name }))

const waiting = async () => {
  const { rows } = await sql.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}
const lock = 'SELECT FROM section WHERE id = $1 FOR UPDATE'

describe('/api/admin/sections/', () => {
  test('adds and changes a section, shown at once in order and in both languages', async () => {
    const second = await added({ position: 2 })
    const first = await added({ position: 1 })
    const slugs = [first.item.slug, second.item.slug]
    const ofThese = async (locale?: 'es') => (await shown(locale)).filter(({ slug }) => slugs.includes(slug))
    await expect.poll(() => ofThese()).toEqual(slugs.map((slug) => ({ slug, name: 'Part' })))
    expect(await ofThese('es')).toEqual(slugs.map((slug) => ({ slug, name: 'Parte' })))
    const { id, ...state } = first.item
    const { body } = await put(api.section(id), { ...state, position: 3 }, { as, headers: first.headers })
    expect(body).toEqual({ id, ...state, position: 3 })
    await expect.poll(async () => (await ofThese()).map(({ slug }) => slug)).toEqual(slugs.toReversed())
    const log = await get(adminPaths.api.audit({ kind: 'section', target: String(id) }), { as })
    expect(log.body.results).toMatchObject([{ action: 'changed' }, { action: 'created' }])
  })

  test('returns 428 without If-Match, and 412 for an old ETag', async () => {
    const { item, headers } = await added()
    const { id, ...state } = item
    expect((await put(api.section(id), state, { as })).status).toBe(428)
    const [one, other] = await Promise.all(
      [6, 7].map((position) => put(api.section(id), { ...state, position }, { as, headers })),
    )
    expect(new Set([one?.status, other?.status])).toEqual(new Set([200, 412]))
    const late = one?.status === 412 ? one : other
    expect(late?.body.current).toEqual((await get(api.section(id), { as })).body)
  })

  test.each([
    ['slug', { slug: 'No slug' }],
    ['position', { position: -1 }],
    ['texts.es.name', { texts: { en: { name: 'Part', description: '' }, es: { name: ' ', description: '' } } }],
    ['texts.en.description', { texts: { en: { name: 'x', description: 'y\nz' }, es: { name: 'x', description: '' } } }],
  ])('returns 400 naming %s if it is invalid', async (field, changes) => {
    const { status, body } = await post(api.sections, stateOf(changes), { as })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  test('returns 400 for a used slug', async () => {
    const [one, other] = [await added(), await added()]
    expect((await post(api.sections, stateOf({ slug: one.item.slug }), { as })).body).toHaveProperty('slug')
    const { id, ...state } = { ...other.item, slug: one.item.slug }
    expect((await put(api.section(id), state, { as, headers: other.headers })).body).toHaveProperty('slug')
  })

  test('removes a section with threads only if a target section is named', async () => {
    const { item, headers } = await added()
    const target = await createSection()
    const thread = await createThread({ section: item })
    await createThread({ section: item, status: 'rejected' })
    const row = ((await get(api.sections, { as })).body as { id: number; thread_count: number }[]).find(
      ({ id }) => id === item.id,
    )
    expect(row?.thread_count).toBe(2)
    const refuse = async (path: string, options = {}) => (await remove(path, undefined, { as, ...options })).status
    expect(await refuse(api.section(item.id))).toBe(428)
    expect(await refuse(api.section(item.id), { headers: { 'if-match': '"old"' } })).toBe(412)
    expect(await refuse(api.section(item.id), { headers })).toBe(409)
    expect(await refuse(api.section(item.id, { target: item.id }), { headers })).toBe(400)
    expect(await refuse(api.section(item.id, { target: 2_000_000_000 }), { headers })).toBe(400)
    expect(await refuse(api.section(item.id, { target: target.id }), { headers })).toBe(204)
    expect((await get(forumPaths.api.thread(thread.meta_slug))).body.section.slug).toBe(target.slug)
    expect((await get(api.section(item.id), { as })).status).toBe(404)
    const empty = await added()
    expect(await refuse(api.section(empty.item.id), { headers: empty.headers })).toBe(204)
    const log = await get(adminPaths.api.audit({ kind: 'section', target: String(item.id) }), { as })
    expect(log.body.results[0]).toMatchObject({ action: 'removed', has_states: true })
  })

  test('removes one of two sections when each is removed with the other as its target', async () => {
    const [one, other] = [await added(), await added()]
    for (const section of [one.item, other.item]) await createThread({ section })
    const take = ({ item, headers }: typeof one, target: number) =>
      remove(api.section(item.id, { target }), undefined, { as, headers })
    const removals = await withClient(databaseUrl, async (client) => {
      await client.query('BEGIN')
      await client.query(lock, [other.item.id])
      const pending = [take(other, one.item.id)]
      await until(async () => (await waiting()) === 1)
      pending.push(take(one, other.item.id))
      await until(async () => (await waiting()) === 2)
      await client.query('COMMIT')
      return Promise.all(pending)
    })
    expect(removals.map(({ status }) => status)).toEqual([204, 400])
  })

  test('returns 400 naming the section for a thread posted while its section is removed', async () => {
    const { item } = await added()
    const author = await createPoster()
    const thread = { title: 'A new thread', section: item.slug, description: 'Long enough to be taken.' }
    const begun = await withClient(databaseUrl, async (client) => {
      await client.query('BEGIN')
      await client.query(lock, [item.id])
      const pending = post(forumPaths.api.threads(), thread, { as: author })
      await until(async () => (await waiting()) === 1)
      await client.query('DELETE FROM section WHERE id = $1', [item.id])
      await client.query('COMMIT')
      return pending
    })
    expect([begun.status, Object.keys(begun.body)]).toEqual([400, ['section']])
  })
})
