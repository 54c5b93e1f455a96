import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { statementChannel } from '../../../server/database/database-pool.ts'
import { BatchedCounter } from '../../../server/library/counts.ts'
import { openApp, post, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { avoidMidnight } from '../../support/browser/day.ts'
import { createCategory, createPrompt } from '../../support/library.ts'

await openApp()

const clicksOf = async ({ id }: { id: number }) =>
  (await sql.query('SELECT day, count FROM category_clicks WHERE category_id = $1', [id])).rows
const copiesOf = async ({ id }: { id: number }) =>
  (await sql.query('SELECT count FROM prompt_copies WHERE prompt_id = $1', [id])).rows

describe('POST a click or a copy', () => {
  test.each<[string, string | undefined, Record<string, string>]>([
    ['text, as a beacon sends it', '{"a":1}', { 'content-type': 'text/plain;charset=UTF-8' }],
    ['JSON', '{}', { 'content-type': 'application/json' }],
    ['broken JSON', '{"a":', { 'content-type': 'application/json' }],
    ['an empty body called JSON', '', { 'content-type': 'application/json' }],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a body without a type', 'x', {}],
    ['an invalid type', 'x', { 'content-type': 'nonsense' }],
    ['no body at all', undefined, {}],
  ])('returns 204 and is counted with the body: %s', async (_what, payload, headers) => {
    const app = await startApp()
    const [category, prompt] = [await createCategory(), await createPrompt()]
    expect(await post(paths.api.categoryClick(category.slug), payload, { of: app, headers })).toMatchObject({
      status: 204,
      text: '',
    })
    expect(await post(paths.api.promptCopy(prompt.slug), payload, { of: app, headers })).toMatchObject({
      status: 204,
      text: '',
    })
    await app.close()
    expect(await clicksOf(category)).toMatchObject([{ count: 1 }])
    expect(await copiesOf(prompt)).toEqual([{ count: 1 }])
  })

  test('adds to the count of today, and starts a new count each day', async () => {
    await avoidMidnight()
    const category = await createCategory()
    await sql.query(`INSERT INTO category_clicks VALUES ($1, (now() AT TIME ZONE 'UTC')::date - 1, 7)`, [category.id])
    for (let times = 0; times < 2; times++) {
      const app = await startApp()
      for (let clicks = 0; clicks < 3; clicks++)
        await post(paths.api.categoryClick(category.slug), undefined, { of: app })
      await app.close()
    }
    expect((await clicksOf(category)).map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([6, 7])
  })

  test('is written to the database within two seconds', async () => {
    const [app, prompt] = [await startApp(), await createPrompt()]
    await post(paths.api.promptCopy(prompt.slug), undefined, { of: app })
    await until(async () => (await copiesOf(prompt)).length === 1)
    await app.close()
    expect(await copiesOf(prompt)).toEqual([{ count: 1 }])
  })

  test('for an unknown slug is dropped, without losing others', async () => {
    const [app, category] = [await startApp(), await createCategory()]
    for (const slug of ['no-such-category', category.slug, 'ünknown 🌳', 'a'.repeat(3_000)])
      expect((await post(paths.api.categoryClick(slug), undefined, { of: app })).status).toBe(204)
    await app.close()
    expect(await clicksOf(category)).toMatchObject([{ count: 1 }])
  })

  test('is not lost when the server stops during hundreds of requests', async () => {
    const [app, category] = [await startApp(), await createCategory()]
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    let acknowledged = 0
    const closing: Promise<void>[] = []
    /** Clicks until the server stops. */
    async function click() {
      for (;;) {
        const answer = await fetch(origin + paths.api.categoryClick(category.slug), {
          method: 'POST',
          body: '{}',
        }).catch(() => null)
        if (answer?.status !== 204) return
        acknowledged++
        if (acknowledged === 20) closing.push(app.close())
      }
    }
    await Promise.all(Array.from({ length: 50 }, click))
    await Promise.all(closing)
    expect(acknowledged).toBeGreaterThanOrEqual(20)
    expect(await clicksOf(category)).toMatchObject([{ count: acknowledged }])
  })

  test('that is still arriving while the server stops is counted', async () => {
    const [app, prompt] = [await startApp(), await createPrompt()]
    await app.listen({ host: '127.0.0.1', port: 0 })
    const arrived = Promise.withResolvers<void>()
    app.server.once('request', () => arrived.resolve())
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.write(
      `POST ${paths.api.promptCopy(prompt.slug)} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`,
    )
    await arrived.promise
    const closed = app.close()
    await until(() => !app.server.listening)
    socket.write('cd')
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 204/)
    expect(await copiesOf(prompt)).toEqual([{ count: 1 }])
  })

  test('waits while the database refuses the write, and is counted once', async () => {
    const [app, category] = [await startApp(), await createCategory()]
    let isRefused = false
    const note = (message: unknown) => {
      const { statement, failed } = message as { statement: string; failed: boolean }
      isRefused ||= failed && statement.includes('category_clicks')
    }
    statementChannel.subscribe(note)
    await sql.query('ALTER TABLE category_clicks RENAME TO category_clicks_away')
    try {
      await post(paths.api.categoryClick(category.slug), undefined, { of: app })
      await until(() => isRefused)
    } finally {
      await sql.query('ALTER TABLE category_clicks_away RENAME TO category_clicks')
      statementChannel.unsubscribe(note)
    }
    await post(paths.api.categoryClick(category.slug), undefined, { of: app })
    await until(async () => (await clicksOf(category))[0]?.count === 2)
    await app.close()
    expect(await clicksOf(category)).toMatchObject([{ count: 2 }])
  })

  test('returns 503 once 50,000 slugs are waiting to be written', async () => {
    const counter = new BatchedCounter(async () => {})
    for (let number = 0; number < 50_000; number++) counter.add(`slug-${number}`)
    expect(() => counter.add('one-more')).toThrow(expect.objectContaining({ status: 503 }))
    await counter.flush()
    expect(() => counter.add('one-more')).not.toThrow()
    await counter.flush()
  })
})
