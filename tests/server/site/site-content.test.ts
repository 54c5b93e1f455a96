import { beforeAll, describe, expect, inject, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { AdminFaqItem, FaqItem, FaqItemState } from '#shared/site/faq.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { FaqPage } from '#shared/site/paths.ts'
import { listMigrations } from '../../../server/database/migration-files.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { addStarterFaq } from '../../../server/site/faq.ts'
import { addStarterTestimonials } from '../../../server/subscription/testimonials.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { get, openApp, post, put, remove, renderer, sql, startApp } from '../../support/app.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { migrationsOf } from '../../support/postgres/migrating.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const { api } = adminSitePaths
const as = await createPerson({ role: 'admin' })
const other = await startApp()
const state = (q: string, changes: Partial<FaqItemState> = {}): FaqItemState => ({
  page: 'landing',
  texts: { en: { q, a: `Of ${q}` }, es: { q: `¿${q}`, a: `De ${q}` } },
  ...changes,
})
const questions = async (page: FaqPage, locale: 'en' | 'es' = 'en', of = other) =>
  ((await get(sitePaths.api.faq(page), { locale, of })).body as FaqItem[]).map(({ q }) => q)
const add = async (q: string, changes?: Partial<FaqItemState>) => {
  const { status, body, headers } = await post(api.content('faq'), state(q, changes), { as })
  expect(status).toBe(201)
  return { ...(body as AdminFaqItem), etag: String(headers.etag) }
}
const pageAt = async (path: string) => (await get(path, { of: other })).text
const move = (id: number, before: number | null) => post(api.contentMove('faq', id), { before }, { as })
const ifMatch = (etag: string) => ({ as, headers: { 'if-match': etag } })

const lastTestimonial = async () => (await get(paths.api.testimonials, { of: other })).body.at(-1)

/** Migrates a database with these rows, and returns its questions. */
const upgraded = async (rows: string) => {
  const url = await createDatabase(inject('postgres'), 'template0')
  const names = (await listMigrations()).filter((name) => name < '20261122212000')
  await migrate(url, migrationsOf(names))
  await withClient(url, (client) => client.query(rows))
  await migrate(url)
  return withClient(url, async (client) => {
    const { rows: found } = await client.query(
      `SELECT page, position, (SELECT json_object_agg(locale, json_build_object('q', q, 'a', a) ORDER BY locale)
                                 FROM faq_item_text WHERE faq_item_id = id) AS texts
         FROM faq_item ORDER BY page, position`,
    )
    return found
  })
}

describe.runIf(renderer)('a site without questions', () => {
  test.each([paths.home, paths.subscription])('has no FAQ on %s', async (path) => {
    const { status, text } = await get(path)
    expect([status, text.includes('FAQPage'), text.includes('<details')]).toEqual([200, false, false])
  })
})

describe('the questions of an FAQ', () => {
  beforeAll(async () => {
    await Promise.all([questions('landing'), questions('subscription')])
    await addStarterPlans()
    await Promise.all([addStarterFaq(), addStarterFaq()])
    await until(async () => (await questions('landing')).length > 0)
  })

  test.each([
    ['landing', 11],
    ['subscription', 5],
  ] as const)('are created at the first start in both languages: %s', async (page, count) => {
    const [english, spanish] = [await questions(page), await questions(page, 'es')]
    expect([english.length, new Set([...english, ...spanish]).size]).toEqual([count, 2 * count])
  })

  test('change on every server at once when they are edited, with audit entries', async () => {
    const { id, etag } = await add('What is new?')
    await expect.poll(async () => (await questions('landing')).at(-1)).toBe('What is new?')
    const changed = await put(api.contentItem('faq', id), state('Why?', { page: 'subscription' }), ifMatch(etag))
    expect(changed.status).toBe(200)
    await expect.poll(async () => (await questions('subscription', 'es')).at(-1)).toBe('¿Why?')
    const [first] = (await get(sitePaths.api.faq('subscription'))).body as FaqItem[]
    expect((await move(id, first?.id ?? 0)).body).toEqual({ place: 0 })
    await expect.poll(async () => (await questions('subscription'))[0]).toBe('Why?')
    expect((await remove(api.contentItem('faq', id), undefined, ifMatch(etag))).status).toBe(412)
    const tag = String(changed.headers.etag)
    expect((await remove(api.contentItem('faq', id), undefined, ifMatch(tag))).status).toBe(204)
    await expect.poll(() => questions('subscription')).toHaveLength(5)
    const log = await get(adminPaths.api.audit({ kind: 'faq_item', target: String(id) }), { as })
    const actions = log.body.results.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['removed', 'moved', 'changed', 'created'])
  })

  test('return 400 naming the field if a name in braces is no placeholder', async () => {
    const known = 'Over {prompts} with {plan}, {plan_price}; ${name} and {{name}} stay'
    const texts = { en: { q: known, a: 'About {Niches}' }, es: { q: '{ prompts }', a: known } }
    const { status, body } = await post(api.content('faq'), { page: 'landing', texts }, { as })
    const problem = 'Only {prompts}, {free_prompts}, {niches}, {plan}, {plan_price}, {free_plan} can be in braces.'
    expect([status, body]).toEqual([400, { 'texts.en.a': [problem], 'texts.es.q': [problem] }])
  })

  test.runIf(renderer)('are shown on the pages as text and as structured data, right after an edit', async () => {
    await Promise.all([pageAt(paths.home), pageAt(paths.subscription)])
    const { id } = await add('What </script><b>is new?')
    await expect.poll(() => pageAt(paths.home)).toContain('What &lt;/script&gt;&lt;b&gt;is new?')
    const html = await pageAt(paths.home)
    expect(html).toMatch(/"@type":"Question","name":"What \\u003c\/script/)
    expect(html).not.toContain('</script><b>')
    await put(api.contentItem('faq', id), state('Why?', { page: 'subscription' }), ifMatch('*'))
    await expect.poll(() => pageAt(paths.subscription)).toContain('Of Why?')
    await expect.poll(() => pageAt(paths.home)).not.toContain('is new?')
    await remove(api.contentItem('faq', id), undefined, ifMatch('*'))
    await expect.poll(() => pageAt(paths.subscription)).not.toContain('Of Why?')
  })

  test('are shown in English if there is no translation', async () => {
    const { id } = await add('Only English?', { texts: { en: { q: 'Only English?', a: 'Yes.' }, es: null } })
    await expect.poll(() => questions('landing', 'es')).toContain('Only English?')
    await remove(api.contentItem('faq', id), undefined, ifMatch('*'))
  })

  test('keep a complete order when many admins move, change and add at once', async () => {
    const added = await Promise.all(['One', 'Two', 'Three'].map((q) => add(q)))
    const ids = added.map(({ id }) => id)
    const requests = Array.from({ length: 12 }, (_, turn) => {
      const [id = 0, before = 0] = [ids[turn % 3], ids[(turn + 1) % 3]]
      return turn % 4 === 3 ? put(api.contentItem('faq', id), state(`Q${turn}`), ifMatch('*')) : move(id, before)
    })
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(12).fill(200))
    const { rows } = await sql.query(`SELECT position FROM faq_item WHERE page = 'landing' ORDER BY 1`)
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_row, index) => index + 1))
    for (const id of ids) await remove(api.contentItem('faq', id), undefined, ifMatch('*'))
  })

  test.each<[string, Partial<FaqItemState> | object]>([
    ['page', { page: 'forum' }],
    ['texts.en.q', { texts: { en: { q: ' ', a: 'x' }, es: null } }],
    ['texts.en.a', { texts: { en: { q: 'x', a: 'x'.repeat(2_001) }, es: null } }],
    ['texts.es.a', { texts: { en: { q: 'x', a: 'x' }, es: { q: 'x', a: '' } } }],
    ['position', { position: 1 }],
  ])('return 400 naming %s if it is invalid', async (field, changes) => {
    const { status, body } = await post(api.content('faq'), { ...state('x'), ...changes }, { as })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  test('return 400 when moved before a removed question or a question of another page', async () => {
    const [landing] = (await get(sitePaths.api.faq('landing'))).body as FaqItem[]
    const [elsewhere] = (await get(sitePaths.api.faq('subscription'))).body as FaqItem[]
    for (const before of [elsewhere?.id ?? 0, 2_000_000_000])
      expect((await move(landing?.id ?? 0, before)).body).toHaveProperty('before')
  })
})

describe('testimonials', () => {
  test('are edited like questions, and not created again after an admin removes all of them', async () => {
    await addStarterTestimonials()
    const testimonial = { name: 'Ana', is_sample: false, texts: { en: { role: 'Writer', text: 'Good.' }, es: null } }
    const { body, headers } = await post(api.content('testimonials'), testimonial, { as })
    await expect.poll(lastTestimonial).toMatchObject({ name: 'Ana', role: 'Writer', text: 'Good.', is_sample: false })
    const changes = { ...testimonial, is_sample: true }
    expect((await put(api.contentItem('testimonials', body.id), changes, { as })).status).toBe(428)
    await put(api.contentItem('testimonials', body.id), changes, ifMatch(String(headers.etag)))
    await expect.poll(lastTestimonial).toMatchObject({ is_sample: true })
    expect((await post(api.contentMove('testimonials', body.id), { before: null }, { as })).body).toEqual({ place: 6 })
    for (const { id } of (await get(api.content('testimonials'), { as })).body)
      await remove(api.contentItem('testimonials', id), undefined, ifMatch('*'))
    await addStarterTestimonials()
    expect((await get(api.content('testimonials'), { as })).body).toEqual([])
  })
})

describe('a database older than the editable FAQ', () => {
  test('gets the former questions of the pages by the migration', async () => {
    const found = await upgraded(`INSERT INTO "user" (username, email) VALUES ('ana', 'ana@example.test')`)
    expect(found).toHaveLength(14)
    for (const { texts } of found) {
      expect(texts).toEqual({
        en: { q: expect.stringMatching(/\?$/), a: expect.stringMatching(/\.$/) },
        es: { q: expect.stringMatching(/^¿|\?$/), a: expect.stringMatching(/\.$/) },
      })
    }
    expect(found[0]).toMatchObject({ page: 'landing', position: 1, texts: { en: { q: 'What exactly is a prompt?' } } })
  })

  test('gets no questions by the migration if it is empty', async () => {
    expect(await upgraded('SELECT 1')).toEqual([])
  })
})
