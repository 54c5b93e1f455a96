import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import type { SiteState } from '#shared/site/settings.ts'
import { removeUnusedMedia } from '../../../server/blog/unused-media.ts'
import { renderLetter } from '../../../server/mail/letter.ts'
import { app, get, openApp, post, put, renderer, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import { pictures } from '../../support/browser/pictures.ts'
import { emptySettings } from '../../support/site-settings.ts'

await openApp()

const { api } = adminSitePaths
const as = await createPerson({ role: 'admin' })
const other = await startApp({ SITE_NAME: 'Environment' })

async function change(changes: Partial<SiteState>, if_match?: string) {
  const etag = if_match ?? String((await get(api.site, { as })).headers.etag)
  return put(api.site, { ...emptySettings, ...changes }, { as, headers: { 'if-match': etag } })
}
const page = async (path = '/', of = app) => (await get(path, { of, headers: { accept: 'text/html' } })).text
const manifest = async () => JSON.parse((await get('/manifest.webmanifest')).text)
const iconOf = async (path: string) => (await app.inject(path)).rawPayload
const styles = async () => /href="(\/styles\/[^"]+)"/.exec(await page())?.[1]

beforeEach(async () => {
  await sql.query('DELETE FROM site_setting')
  await until(() => app.currentSite.site.name === 'Promptory')
})

describe('/api/admin/site/', () => {
  test("returns no settings until an admin sets them, and the environment's values as defaults", async () => {
    expect((await get(api.site, { as })).body).toEqual({ ...emptySettings, logo: null, logo_dark: null, card: null })
    expect((await get(api.siteDefaults, { as, of: other })).body).toMatchObject({
      name: 'Environment',
      brand_color: '#4c2fa2',
      live_feed: true,
      mail_sender: 'no-reply@promptory.test',
    })
  })

  test('shows a new name at once on cached pages and feeds of every server, and in mails', async () => {
    await Promise.all([page(), page('/', other), page(blogPaths.rss('en'))])
    const { status, body } = await change({
      name: 'Atelier',
      company_name: 'Atelier, Ltd.',
      company_address: '1 New Street',
      contact_email: 'hi@atelier.test',
      social_links: [{ name: 'Mastodon', url: 'https://mastodon.test/@atelier' }],
    })
    expect([status, body.name]).toEqual([200, 'Atelier'])
    for (const of of [app, other])
      await expect.poll(() => page('/', of)).toMatch(/og:site_name" content="Atelier".*1 New Street.*mastodon\.test/s)
    expect(await page()).toContain('"name":"Atelier, Ltd."')
    expect(await page(blogPaths.rss('en'))).toContain('Atelier')
    const letter = { locale: 'en', subject: 'Hi', greeting: 'Hi', text: 'x', note: 'y' } as const
    expect(renderLetter(app.currentSite.site, letter).text).toContain('Atelier, Ltd., 1 New Street')
    const [entry] = (await get(adminPaths.api.audit({ kind: 'site' }), { as })).body.results
    expect(entry).toMatchObject({ action: 'changed', target: '1', has_states: true, actor: { username: as.username } })
    await change({})
    await expect.poll(() => page('/', other)).toContain('og:site_name" content="Environment"')
  })

  test.runIf(renderer)('shows the dates of the legal pages in each language', async () => {
    expect(await page('/terms-of-service')).toContain('Effective October 08, 2025')
    await change({ terms_date: '2026-01-05', privacy_date: '2026-12-31' })
    await expect.poll(() => page('/terms-of-service')).toContain('Effective January 05, 2026')
    expect(await page('/privacy?lang=es')).toContain('En vigor desde el 31 de diciembre de 2026')
  })

  test('reserves both the former and the new name as usernames', async () => {
    await change({ name: 'Atelier' })
    await expect.poll(() => app.siteNames).toContain('Atelier')
    expect(app.siteNames).toContain('Promptory')
  })

  test('returns 428 without If-Match, and 412 for an old ETag or a simultaneous change', async () => {
    const { headers } = await get(api.site, { as })
    expect((await put(api.site, emptySettings, { as })).status).toBe(428)
    expect((await change({ name: 'x' }, '"old"')).status).toBe(412)
    const both = await Promise.all(['One', 'Two'].map((name) => change({ name }, String(headers.etag))))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(both.find(({ status }) => status === 412)?.body.current).toEqual((await get(api.site, { as })).body)
  })

  test.each([
    ['name', { name: ' ' }],
    ['contact_email', { contact_email: 'nobody' }],
    ['social_links.0.url', { social_links: [{ name: 'X', url: 'javascript:alert(1)' }] }],
    ['brand_color', { brand_color: 'red' }],
    ['terms_date', { terms_date: '2025-02-30' }],
    ['logo_hash', { logo_hash: 'a'.repeat(64) }],
    ['card_hash', { card_hash: 'a'.repeat(64) }],
    ['live_feed', { live_feed: 'yes' as unknown as boolean }],
  ])('returns 400 naming %s if it is invalid', async (field, changes) => {
    const { status, body } = await change(changes)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  test('ignores unknown fields', async () => {
    await change({ name: 'Kept', ...({ url: 'https://evil.test', payments: 'off', id: 2 } as object) })
    const { rows } = await sql.query('SELECT settings FROM site_setting')
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0].settings)).not.toContain('url')
  })

  test('applies the setting that the forum requires a confirmed email from the next request on', async () => {
    expect(app.currentSite.site.asks_confirmed_email).toBe(true)
    const [thread, person] = [await createThread({}), await createPerson()]
    const vote = () => post(`/api/forum/threads/${thread.meta_slug}/report/`, {}, { as: person })
    expect((await vote()).body.code).toBe('email_not_confirmed')
    await change({ asks_confirmed_email: false, live_feed: false })
    await expect.poll(async () => (await vote()).status).not.toBe(403)
    expect(await page()).toContain('"live_feed":false')
  })
})

describe('the brand color', () => {
  test('is used in mails, and on pages by a stylesheet at a hashed URL', async () => {
    expect(await styles()).toBeUndefined()
    await change({ brand_color: '#0b6e4f' })
    await expect.poll(styles).toBeDefined()
    const path = String(await styles())
    const { headers, text } = await get(path)
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    expect(text).toContain('--color-brand-strong:light-dark(#0b6e4f,')
    const letter = { locale: 'en', subject: 'x', greeting: 'x', text: 'x', note: 'x', action: { label: 'x', url: 'x' } }
    expect(renderLetter(app.currentSite.site, letter as Parameters<typeof renderLetter>[1]).html).toContain(
      'background:#0b6e4f',
    )
    // A former hash returns the present colors, uncached.
    const former = await get('/styles/0123456789abcdef.css')
    expect([former.text, former.headers['cache-control']]).toEqual([text, 'no-store'])
    await change({ brand_color: '#4C2FA2' })
    await expect.poll(styles).toBeUndefined()
    expect((await get(path)).status).toBe(404)
  })

  test.runIf(renderer)('does not change the icons, which a logo does', async () => {
    const files = ['/icon-192.png', '/icon-maskable-512.png', '/apple-touch-icon.png', '/favicon.ico', '/favicon.svg']
    const former = await Promise.all(files.map(iconOf))
    expect(await manifest()).toMatchObject({ theme_color: '#fbfbf9', icons: [{ src: '/favicon.svg' }, {}, {}, {}, {}] })
    await change({ brand_color: '#0b6e4f', name: 'Atelier' })
    await expect.poll(async () => (await manifest()).icons[0].src).toMatch(/^\/favicon\.svg\?v=[\da-f]{16}$/)
    expect((await get('/api/openapi.json')).body.info.title).toBe('Atelier')
    expect(await Promise.all(files.map(iconOf))).toEqual(former)
    const logo = (await post(adminNewsPaths.api.media, await pictures.png(), { as })).body
    await change({ brand_color: '#0b6e4f', logo_hash: logo.hash })
    await expect.poll(async () => String(await iconOf('/favicon.svg'))).toContain('data:image/png;base64,')
    const withLogo = await Promise.all(files.map(iconOf))
    for (const index of files.keys()) expect(withLogo[index]).not.toEqual(former[index])
    const sizes = await Promise.all(withLogo.slice(0, 3).map(async (icon) => (await sharp(icon).metadata()).width))
    expect(sizes).toEqual([192, 512, 180])
    await change({})
    await expect.poll(() => iconOf('/favicon.svg')).toEqual(former.at(-1))
  })

  test('returns 400 with the reason if white text on it is unreadable', async () => {
    const { status, body } = await change({ brand_color: '#ffd400' })
    expect([status, body]).toEqual([
      400,
      { brand_color: [expect.stringMatching(/contrast of 1\.4 to 1\. It needs 4\.5 to 1: .* #8c7400\./)] },
    ])
  })
})

describe('the logo', () => {
  test('has a light and a dark picture, which are not removed while they are shown', async () => {
    const logo = (await post(adminNewsPaths.api.media, await pictures.png(), { as })).body
    expect((await change({ logo_dark_hash: logo.hash })).body).toHaveProperty('logo_hash')
    const { body } = await change({ logo_hash: logo.hash, logo_dark_hash: logo.hash })
    expect(body).toMatchObject({ logo: { url: logo.url, width: logo.width }, logo_dark: { hash: logo.hash } })
    await expect.poll(styles).toBeDefined()
    const css = (await get(String(await styles()))).text
    expect(css).toContain(`aspect-ratio:${logo.width}/${logo.height}`)
    expect(css).toMatch(/:root\[data-theme=dark\] \.site-logo\{background-image:url\(\/media\//)
    await sql.query(`UPDATE media SET created_at = now() - interval '90 days' WHERE hash = $1`, [logo.hash])
    await removeUnusedMedia()
    expect((await get(logo.url)).status).toBe(200)
    await change({})
    await removeUnusedMedia()
    expect((await get(logo.url)).status).toBe(404)
  })
})
