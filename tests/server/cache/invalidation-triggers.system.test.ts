import { describe, expect, test, vi } from 'vitest'
import { ResponseCache } from '../../../server/cache/response-cache.ts'
import { listenForInvalidations } from '../../../server/cache/invalidation-listener.ts'
import { cacheTags } from '../../../server/cache/cache-tags.ts'
import { openApp, sql, url } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { until } from '../../support/postgres/database.ts'

await openApp()

describe('ratings of a prompt', () => {
  test('invalidate the page of the prompt about once a second, however many ratings there are', async () => {
    const [prompt, person] = [await createPrompt(), await createPerson()]
    const drops: number[] = []
    const marker = Promise.withResolvers<void>()
    const stop = listenForInvalidations(url, {
      onInvalidate: (tags) => {
        if (tags.includes(cacheTags.prompt(prompt.id))) drops.push(performance.now())
        if (tags.includes('marker')) marker.resolve()
      },
      onConnected: () => {},
      onDisconnected: () => {},
    })
    // Waits for the invalidations from creating the prompt.
    await sql.query('UPDATE cache_invalidation SET due_at = now()')
    await sql.query(`SELECT invalidate(ARRAY['marker'])`)
    await marker.promise
    drops.length = 0
    const begun = performance.now()
    for (let time = 0; time < 1_000; time++)
      await sql.query('SELECT rate_prompt($1, $2, $3)', [prompt.slug, person.id, 1 + (time % 5)])
    const ended = performance.now()
    await until(() => (drops.at(-1) ?? 0) > ended)
    await stop()
    expect(drops.length).toBeLessThanOrEqual(2 + Math.ceil((ended - begun) / 1_000))
  })
})

describe('a column of a prompt', () => {
  test('invalidates the prompt when changed, except four listed columns', async () => {
    const { rows } = await sql.query<{ column: string; watched: boolean }>(
      `SELECT attname::text AS column, bool_or(attnum = ANY (tgattr)) AS watched
         FROM pg_attribute JOIN pg_trigger ON tgrelid = attrelid AND tgname IN ('prompt_changed', 'prompt_rated')
        WHERE attrelid = 'prompt'::regclass AND attnum > 0 AND NOT attisdropped GROUP BY 1 ORDER BY 1`,
    )
    const unwatched = rows.filter(({ watched }) => !watched).map(({ column }) => column)
    // `id` never changes, `updated_at` and `gaps` are shown to admins only, and `rating_avg` follows sum and count.
    expect(unwatched).toEqual(['gaps', 'id', 'rating_avg', 'updated_at'])
  })
})

test('no trigger calls pg_notify, which would make commits wait for each other', async () => {
  const { rows } = await sql.query(
    `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ILIKE '%notify%'`,
  )
  expect(rows).toEqual([])
})

describe('a response in memory', () => {
  test('is dropped after an hour without an invalidation', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const responseCache = new ResponseCache()
    responseCache.connect()
    const bodies = { identity: Buffer.from('x') }
    for (const [key, isVariant] of [
      ['main', false],
      ['variant', true],
    ] as const)
      responseCache.set(
        key,
        { status: 200, etag: '', tags: [], headers: [], isUnbounded: isVariant, bodies },
        responseCache.version,
      )
    const held = (minutes: number) => {
      vi.advanceTimersByTime(1_000)
      now.mockReturnValue(1_000 + minutes * 60_000)
      return ['main', 'variant'].map((key) => responseCache.get(key) !== undefined)
    }
    expect([held(59), held(61)]).toEqual([
      [true, true],
      [false, false],
    ])
  })
})
