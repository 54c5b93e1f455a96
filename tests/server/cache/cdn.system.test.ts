import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { CdnPurge, purgeTags } from '../../../server/cdn/cdn-purge.ts'
import { db } from '../../../server/database/db.ts'
import { parseSettings } from '../../../server/settings/settings.ts'
import { app, get, openApp, post, renderer, startApp } from '../../support/app.ts'
import { startCdn } from '../../support/cdn.ts'
import { until } from '../../support/postgres/database.ts'
import { originOf } from '../../support/browser/event-reader.ts'
import { createCategory, createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const cdn = await startCdn()
const settings = { CDN: 'surrogate-key', CDN_PURGE_URL: cdn.purgeUrl, CDN_PURGE_TOKEN: 'a token of the CDN' }
const servers = [await startApp(settings), await startApp(settings)]
for (const server of servers) await server.listen({ host: '127.0.0.1', port: 0 })
cdn.before(servers.map(originOf))
// The two servers remain, so that one of them announces.
const person = await createPerson()
await app.close()
afterEach(() => void cdn.setAway(false))
afterAll(() => cdn.stop())
const [of] = servers

const through = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(cdn.url + path, { headers })
  return { body: await answer.text(), isHit: answer.headers.get('x-hit') === 'true' }
}
const rename = (id: number, name: string) => db.categoryText.updateMany({ where: { category_id: id }, data: { name } })

describe('a server behind a CDN', () => {
  test('sends s-maxage and surrogate keys for public responses', async () => {
    const prompt = await createPrompt()
    const page = await get(paths.api.prompt(prompt.slug), { of })
    expect(page.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=300',
      vary: 'accept-encoding, accept-language, x-locale, authorization',
    })
    expect(String(page.headers['surrogate-key']).split(' ')).toEqual(
      expect.arrayContaining(['all', 'taxonomy', `prompt:${prompt.id}`]),
    )
    const again = await get(paths.api.prompt(prompt.slug), { of })
    expect(again.headers['surrogate-key']).toBe(page.headers['surrogate-key'])
    const alone = await startApp({ CDN: 'cache-tag' })
    const responseHeaders = (await get(paths.api.prompt(prompt.slug), { of: alone })).headers
    expect([responseHeaders['cache-control'], responseHeaders['cache-tag']]).toEqual([
      'public, max-age=0, must-revalidate, s-maxage=10',
      String(page.headers['surrogate-key']).replaceAll(' ', ','),
    ])
    await alone.close()
  })

  test('sends none for personal, refused or search responses, or without the setting', async () => {
    const [open, locked] = [await createPrompt(), await createPrompt({ tier: 2 })]
    const responses = [
      await get(paths.api.prompt(open.slug), { of, as: person }),
      await get(paths.api.me, { of, as: person }),
      await get(paths.api.me, { of }),
      await get(paths.api.prompt(locked.slug), { of }),
      await get(paths.api.prompt('nowhere'), { of }),
      await get(paths.api.promptSearch({ q: 'any' }), { of }),
      await post(paths.api.token, { email: 'nobody@example.test', password: 'x' }, { of }),
      await get('/healthz', { of }),
    ]
    for (const { headers } of responses) {
      expect(headers['cache-control']).toMatch(/^(no-store|no-cache)$/)
      expect(headers['surrogate-key']).toBeUndefined()
    }
    const usual = await startApp()
    const { headers } = await get(paths.api.prompt(open.slug), { of: usual })
    expect([headers['cache-control'], headers['surrogate-key'], headers['cache-tag']]).toEqual([
      'no-cache',
      undefined,
      undefined,
    ])
    await usual.close()
  })

  test('purges a changed item at the CDN from one server, and again later', async () => {
    const category = await createCategory()
    const path = paths.api.category(category.slug)
    await through(path)
    await through(path)
    expect((await through(path)).isHit).toBe(true)
    expect((await through(path, { 'x-locale': 'es' })).isHit).toBe(false)
    const before = cdn.purges.length
    await rename(category.id, 'Renamed')
    await until(async () => (await through(path)).body.includes('Renamed'))
    const own = () =>
      cdn.purges.slice(before).filter(({ body }) => body.surrogate_keys?.includes(`category:${category.id}`))
    await until(() => own().length > 0)
    expect(own()[0]?.headers).toMatchObject({
      authorization: 'Bearer a token of the CDN',
      'fastly-key': 'a token of the CDN',
    })
    // A second purge covers responses of a server that was notified later.
    await until(() => own().length === 2)
  })

  test.skipIf(!renderer)('sends surrogate keys for pages too', async () => {
    const prompt = await createPrompt()
    const page = await get(paths.prompt(prompt.slug), { of })
    expect(page.headers['cache-control']).toContain('s-maxage=300')
    expect(page.headers['surrogate-key']).toContain(`prompt:${prompt.id}`)
  })

  test('delays no write while the CDN refuses purges, and purges when it accepts again', async () => {
    const category = await createCategory()
    cdn.setAway(true)
    await through(paths.api.category(category.slug))
    await rename(category.id, 'Changed while it was away')
    await until(() => cdn.refused() > 0)
    cdn.setAway(false)
    await until(async () => (await through(paths.api.category(category.slug))).body.includes('Changed while'))
    expect(cdn.refused()).toBeGreaterThan(0)
  })
})

test('a CDN purge does not follow redirects, so that its token reaches one address only', async () => {
  const requests: string[] = []
  const elsewhere = createServer(({ url = '' }, response) => {
    requests.push(url)
    response.writeHead(url === '/purge' ? 307 : 200, { location: '/elsewhere' }).end()
  })
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const CDN_PURGE_URL = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/purge`
  const redirected = { ...parseSettings(settings), CDN_PURGE_URL }
  await expect(purgeTags(redirected, ['all'], AbortSignal.timeout(5_000))).rejects.toThrow('fetch failed')
  elsewhere.close()
  expect(requests).toEqual(['/purge'])
})

test('CDN purges are batched: failed or too many ones become one purge of everything', async () => {
  const logged: string[] = []
  const log = {
    warn: (facts: object) => void logged.push(JSON.stringify(facts)),
    info: (text: string) => void logged.push(text),
  }
  const batchSettings = { ...settings, CDN: 'cache-tag' }
  const purge = new CdnPurge(parseSettings(batchSettings), log)
  const sent = () => cdn.purges.flatMap(({ body }) => (body.tags ? [body.tags] : []))
  purge.add(['prompt:1'])
  cdn.setAway(true)
  purge.becomeAnnouncer()
  await until(() => logged.length > 0)
  expect([sent(), logged]).toEqual([[], [expect.stringContaining('It answered 500.')]])
  expect(logged.join()).not.toContain('token of the CDN')
  expect(purge.isUp).toBe(false)
  cdn.setAway(false)
  await until(() => sent().length > 0)
  expect(sent()[0]).toEqual(['all'])
  await until(() => purge.isUp)
  purge.add(Array.from({ length: 65 }, (_, at) => `prompt:${at}`))
  await until(() => sent().length >= 4)
  expect(
    sent()
      .slice(1, 4)
      .map(({ length }) => length),
  ).toEqual([30, 30, 5])
  purge.add(Array.from({ length: 2_000 }, (_, at) => `thread:${at}`))
  await until(() => sent().length >= 5)
  expect(sent()[4]).toEqual(['all'])
  purge.retire()
  purge.add(['prompt:1'])
  await purge.stop()
  expect(() => parseSettings({ CDN_PURGE_URL: 'https://cdn.test/purge?key=secret' })).toThrow(
    /^The setting CDN_PURGE_URL is wrong: goes with CDN/,
  )
})
