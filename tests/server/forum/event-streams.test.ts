import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { limits } from '../../../server/limits/limits.ts'
import { EventStreams } from '../../../server/http/event-streams.ts'
import { get, openApp, sql, startApp } from '../../support/app.ts'
import { createMember, writeComment } from '../../support/commenting.ts'
import { until } from '../../support/postgres/database.ts'
import { eventsUntil, openEvents } from '../../support/browser/event-reader.ts'
import type { EventReader } from '../../support/browser/event-reader.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

async function listen(settings: Record<string, string> = {}) {
  const of = await startApp(settings)
  await of.listen({ host: '127.0.0.1', port: 0 })
  return of
}
const [one, other] = [await listen(), await listen()]
const opened: EventReader[] = []
afterEach(async () => {
  for (const reader of opened.splice(0)) reader.close()
  await until(() => one.eventStreams.size + other.eventStreams.size === 0)
})
async function open(of: typeof one, thread: { meta_slug: string }, headers: Record<string, string> = {}) {
  const reader = await openEvents(of, forumPaths.api.threadEvents(thread.meta_slug), headers)
  opened.push(reader)
  return reader
}
const counted = (comment_count: number) => ({ event: 'comments', data: { comment_count } })

describe('GET /api/forum/threads/{meta_slug}/events/', () => {
  test('sends an event to readers on every server when a comment of this thread is added or deleted', async () => {
    const [thread, quiet, as] = [await createThread(), await createThread(), await createMember()]
    const first = await createComment({ thread })
    const readers = [await open(one, thread), await open(one, thread), await open(other, thread)]
    const unconcerned = await open(other, quiet)
    for (const reader of readers) await eventsUntil(reader, 1)
    await writeComment(thread, 'New', as)
    for (const reader of readers) await eventsUntil(reader, 2)
    await sql.query('UPDATE comment SET deleted_at = now() WHERE thread_id = $1', [thread.id])
    for (const reader of readers) {
      await eventsUntil(reader, 3)
      expect(reader.events()).toEqual([1, 2, 0].map(counted))
    }
    expect(first.thread_id).toBe(thread.id)
    expect(unconcerned.events()).toEqual([counted(0)])
  })

  test('has headers that stop proxies from buffering or compressing the stream', async () => {
    const reader = await open(one, await createThread(), {
      'accept-encoding': 'br, gzip',
      origin: 'http://elsewhere.test',
    })
    expect(reader).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      },
    })
    expect(reader.headers).not.toHaveProperty('content-encoding')
    await eventsUntil(reader, 1)
    expect(reader.text()).toMatch(/^retry: \d{4}\n\nevent: comments\ndata: \{"comment_count":0\}\n\n$/)
  })

  test('sends no event for held comments, edits and votes', async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const reader = await open(one, thread)
    await eventsUntil(reader, 1)
    await writeComment(thread, 'A text that was typed very fast', as, { typing_ms: 10 })
    await announced(one)
    await createComment({ thread })
    await eventsUntil(reader, 2)
    expect(reader.events()).toEqual([0, 1].map(counted))
  })

  test('reads changes with one statement, for any number of threads and readers', async () => {
    const threads = [await createThread(), await createThread()]
    // Nobody watches the threads yet: wait until their creation was announced.
    await announced(one)
    const readers = []
    for (let time = 0; time < 6; time++) readers.push(await open(one, threads[time % 2] ?? { meta_slug: '' }))
    for (const reader of readers) await eventsUntil(reader, 1)
    await announced(one)
    const statements = await statementsDuring(async () => {
      one.invalidations.emit(
        'tags',
        threads.map(({ id }) => `comments:${id}`),
      )
      one.invalidations.emit('tags', ['comments:2000000000', 'prompt:1'])
      await announced(one)
    })
    expect(statements.filter((text) => text.includes('thread_counts'))).toHaveLength(1)
  })

  test.each(['hidden_at', 'deleted_at'])(
    'ends when the column %s of the thread is set, and returns 404 afterwards',
    async (column) => {
      const thread = await createThread()
      const reader = await open(one, thread)
      await eventsUntil(reader, 1)
      await sql.query(`UPDATE thread SET ${column} = now() WHERE id = $1`, [thread.id])
      await until(reader.isOver)
      expect((await open(one, thread)).status).toBe(404)
    },
  )

  test('returns 404 for an unknown thread, and 400 for an invalid address', async () => {
    expect((await get(forumPaths.api.threadEvents('none'))).status).toBe(404)
    expect((await get(forumPaths.api.threadEvents('a\0b'))).status).toBe(400)
  })

  test('sends missed events after the database connection is restored', async () => {
    const thread = await createThread()
    const reader = await open(one, thread)
    await eventsUntil(reader, 1)
    await sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cache invalidation' AND datname = current_database()`,
    )
    await createComment({ thread })
    await eventsUntil(reader, 2)
    expect(reader.events()).toEqual([0, 1].map(counted))
  })

  test('returns 503 for the twenty-first stream of an IP address', async () => {
    const of = await listen({ LIMITS: 'on' })
    const thread = await createThread()
    const readers = []
    for (let time = 0; time < 20; time++) readers.push(await open(of, thread))
    expect(readers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await open(of, thread)).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    readers[0]?.close()
    await until(() => of.eventStreams.size === 19)
    expect((await open(of, thread)).status).toBe(200)
    for (let time = 22; time < limits.event_stream.points; time++)
      await get(forumPaths.api.threadEvents('none'), { of })
    expect((await get(forumPaths.api.threadEvents('none'), { of })).status).toBe(429)
  })

  test('ends when the server closes', async () => {
    const of = await listen()
    const reader = await open(of, await createThread())
    await eventsUntil(reader, 1)
    await of.close()
    await until(reader.isOver)
    expect(reader.isWhole()).toBe(true)
  })
})

/** A response whose reader does not read. */
class FakeResponse extends EventEmitter {
  setTimeout = vi.fn<(ms: number) => object>(() => this.socket)
  socket: object = { destroyed: false, setTimeout: this.setTimeout, setNoDelay: () => this.socket }
  written: string[] = []
  writableLength = 0
  setHeader = vi.fn<() => void>()
  writeHead = vi.fn<() => void>()
  write = (text: Buffer | string) => void this.written.push(String(text))
  end = () => void this.emit('close')
  destroy = () => void this.emit('close')
}

function openFake(streams: EventStreams, onClose = () => {}, ip = '203.0.113.1') {
  const raw = new FakeResponse()
  const reply = { hijack: () => ({ raw }), headers: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply
  return { raw, stream: streams.open({ ip }, reply, onClose) }
}
const second = 1_000

describe('an event stream', () => {
  test('sends a heartbeat after 25 seconds without events, and ends after 15 minutes', () => {
    const streams = new EventStreams({ isOn: false }, true)
    const { raw } = openFake(streams)
    expect(raw.setTimeout).toHaveBeenCalledWith(0)
    const now = performance.now()
    streams.beat(now + 20 * second)
    expect(raw.written).toHaveLength(1)
    streams.beat(now + 26 * second)
    expect(raw.written.slice(1)).toEqual([':\n\n'])
    expect(streams.size).toBe(1)
    streams.beat(now + 14 * 60 * second)
    expect(streams.size).toBe(1)
    streams.beat(now + 20 * 60 * second)
    expect(streams.size).toBe(0)
  })

  test('with many events ends after 15 minutes, and does not delay the heartbeats of other streams', () => {
    const streams = new EventStreams({ isOn: false }, true)
    const busy = openFake(streams)
    const now = performance.now()
    const quiet = openFake(streams)
    vi.spyOn(performance, 'now').mockReturnValue(now + 20 * 60 * second)
    busy.stream?.send(Buffer.from('event'))
    vi.restoreAllMocks()
    streams.beat(now + 13 * 60 * second)
    expect([busy.raw.written.length, quiet.raw.written.length]).toEqual([2, 2])
    streams.beat(now + 20 * 60 * second)
    expect(streams.size).toBe(0)
  })

  test('is closed if its client stops reading', () => {
    const onClose = vi.fn<() => void>()
    const streams = new EventStreams({ isOn: false }, true)
    const { raw, stream } = openFake(streams, onClose)
    raw.writableLength = 20_000
    stream?.send(Buffer.from('event'))
    expect([streams.size, onClose.mock.calls.length, raw.written.length]).toEqual([0, 1, 1])
  })

  test('returns 503 beyond 5,000 streams, and while the server drains', () => {
    const streams = new EventStreams({ isOn: false }, true)
    for (let n = 0; n < 5_000; n++) openFake(streams, undefined, `10.0.${n >> 8}.${n & 255}`)
    expect(() => openFake(streams)).toThrow(expect.objectContaining({ status: 503 }))
    streams.endAll()
    expect(streams.size).toBe(0)
    expect(openFake(streams).stream).not.toBe(null)
    expect(() => openFake(new EventStreams({ isOn: true }, true))).toThrow(expect.objectContaining({ status: 503 }))
  })

  test('is not opened for a client that has disconnected', () => {
    const streams = new EventStreams({ isOn: false }, true)
    const raw = Object.assign(new FakeResponse(), { socket: null })
    const reply = { hijack: () => ({ raw }), getHeaders: () => ({}) } as unknown as FastifyReply
    expect(streams.open({ ip: '::1' }, reply, () => {})).toBe(null)
    expect(streams.size).toBe(0)
  })
})
