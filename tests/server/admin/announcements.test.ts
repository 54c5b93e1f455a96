import { describe, expect, test } from 'vitest'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AnnouncementState } from '#shared/site/announcements.ts'
import { get, openApp, post, put, remove, sql, startApp } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const { api } = adminSitePaths
const as = await createPerson({ role: 'admin' })
const other = await startApp()
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const state = (changes: Partial<AnnouncementState> = {}): AnnouncementState => ({
  from_at: inMs(-1_000),
  until_at: inMs(3_600_000),
  link: '/blog',
  texts: { en: 'New <prompts> are here', es: '' },
  ...changes,
})
const page = async (of = other, lang = 'en') => (await get(`/?lang=${lang}`, { of })).text
const line = 'New &lt;prompts&gt; are here'

describe('an announcement', () => {
  test('is shown on every page in its languages until it is removed, under the content security policy', async () => {
    await page()
    const { status, body, headers } = await post(api.announcements, state(), { as })
    expect(status).toBe(201)
    await expect.poll(() => page()).toContain(line)
    expect(await page(other, 'es')).not.toContain('data-announcement')
    const html = await page()
    expect(html).toMatch(new RegExp(`<aside [^>]*data-announcement="${body.id}".*href="/blog"`, 's'))
    const scripts = (await get('/', { of: other })).headers['content-security-policy']
    expect(String(scripts).match(/'sha256-/g)?.length).toBeGreaterThanOrEqual(2)
    const path = api.announcement(body.id)
    const changed = await put(path, state({ texts: { en: 'Other', es: 'Otro' } }), {
      as,
      headers: { 'if-match': String(headers.etag) },
    })
    await expect.poll(() => page(other, 'es')).toContain('>Otro<')
    const tag = { 'if-match': String(changed.headers.etag) }
    expect((await remove(path, undefined, { as, headers: { 'if-match': String(headers.etag) } })).status).toBe(412)
    expect((await remove(path, undefined, { as, headers: tag })).status).toBe(204)
    await expect.poll(() => page()).not.toContain('data-announcement')
    const log = await get(adminPaths.api.audit({ kind: 'announcement', target: String(body.id) }), { as })
    expect(log.body.results.map(({ action }: { action: string }) => action)).toEqual(['removed', 'changed', 'created'])
  })

  test('is shown from its start time to its end time, on cached pages too', async () => {
    await page()
    const ahead = { from_at: inMs(3_600_000), until_at: inMs(7_200_000) }
    const { body } = await post(api.announcements, state(ahead), { as })
    expect(await page()).not.toContain(line)
    const listedState = async () =>
      (await get(api.announcements, { as })).body.find(({ id }: { id: number }) => id === body.id).state
    expect(await listedState()).toBe('waiting')
    const change = (column: 'from_at' | 'until_at') =>
      sql.query(`UPDATE announcement SET ${column} = now() + interval '700 ms' WHERE id = $1`, [body.id])
    await change('from_at')
    await expect.poll(() => page()).toContain(line)
    expect(await listedState()).toBe('running')
    await change('until_at')
    await expect.poll(() => page()).not.toContain(line)
    expect(await listedState()).toBe('over')
  })

  test.each([
    ['until_at', { until_at: inMs(-5_000) }],
    ['texts.en', { texts: { en: '', es: '' } }],
    ['link', { link: 'javascript:alert(1)' }],
    ['link', { link: '//evil.test' }],
    ['link', { link: '/\0' }],
    ['link', { link: 'https://a.test/\ud800' }],
    ['from_at', { from_at: '0000-01-01T00:00:00Z' }],
    ['from_at', { from_at: 'tomorrow' }],
  ])('with an invalid value returns 400 naming %s', async (field, changes) => {
    const { status, body } = await post(api.announcements, state(changes), { as })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })
})
