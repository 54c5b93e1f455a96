import { afterEach, describe, expect, test } from 'vitest'
import { RenderPool } from '../../../server/markdown/markdown.ts'
import type { RenderLimits } from '../../../server/markdown/markdown.ts'

const pools: RenderPool[] = []
const standIn = new URL('../../support/stand-in.worker.ts', import.meta.url)
/** Limits CPU time only, unless a test sets `clockMs`. */
function createPool(limits: Partial<RenderLimits> = {}, file = standIn): RenderPool {
  const pool = new RenderPool(file, { cpuMs: 100, clockMs: 60_000, ...limits })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})
const rendering = (text: string) => ({ text, kind: 'comment' as const, siteUrl: '', sizes: {} })
const renderAll = (pool: RenderPool, texts: string[]) => Promise.all(texts.map((text) => pool.render(rendering(text))))
const names = Array.from({ length: 50 }, (_, at) => `text ${at}`)
const rendered = names.map((name) => `<p>${name}</p>`)

describe('the Markdown workers', () => {
  test('start with the first text, are at most two, and return each result to its caller', async () => {
    const pool = createPool()
    expect(pool.size).toBe(0)
    const all = renderAll(pool, names)
    expect(pool.size).toBeGreaterThan(0)
    expect(await all).toEqual(rendered)
    expect(pool.size).toBeLessThanOrEqual(2)
  })

  test('return null for a text that exceeds its time, and render the waiting texts', async () => {
    const pool = createPool({ workers: 1 })
    expect(await renderAll(pool, ['hang', ...names, 'hang', 'last'])).toEqual([null, ...rendered, null, '<p>last</p>'])
  })

  test('do not block the event loop while a text renders', async () => {
    const pool = createPool({ cpuMs: 200 })
    const order: string[] = []
    const hanging = pool.render(rendering('hang')).then(() => order.push('refused'))
    for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate)
    order.push('a thousand turns of the event loop')
    await hanging
    expect(order).toEqual(['a thousand turns of the event loop', 'refused'])
  })

  test('return null for a text that exhausts memory, and reject a text that crashes its worker', async () => {
    const pool = createPool({ workers: 1, cpuMs: 60_000 })
    const all = await Promise.allSettled(
      ['a', 'fill', 'b', 'die', 'c', 'throw', 'd'].map((t) => pool.render(rendering(t))),
    )
    expect(all.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      '<p>a</p>',
      null,
      '<p>b</p>',
      'Error: A thread that renders Markdown ended.',
      '<p>c</p>',
      'Error: thrown',
      '<p>d</p>',
    ])
  })

  test('limit the CPU time of a text by cpuMs, and its elapsed time by clockMs', async () => {
    expect(await createPool({ cpuMs: 100 }).render(rendering('sleep'))).toBe('<p>sleep</p>')
    expect(await createPool({ clockMs: 100 }).render(rendering('sleep'))).toBeNull()
  })

  test('that cannot start reject every text, and try to start again with the next', async () => {
    const pool = createPool({}, new URL('missing.ts', standIn))
    const all = await Promise.allSettled(names.map((name) => pool.render(rendering(name))))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['rejected']))
    await expect(pool.render(rendering('again'))).rejects.toThrow('missing.ts')
  })

  test('refuse a text with 503 when too many texts wait', async () => {
    const pool = createPool({ waiting: 3 })
    const all = await Promise.allSettled(names.slice(0, 5).map((name) => pool.render(rendering(name))))
    expect(
      all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { status: number }).status)),
    ).toEqual([...rendered.slice(0, 3), 503, 503])
  })

  test('take turns between writers, so that many texts of one writer do not delay other writers', async () => {
    const pool = createPool({ workers: 1 })
    const done: number[] = []
    const send = (writer: number) => pool.render(rendering('text'), writer).then(() => done.push(writer))
    await Promise.all([1, 1, 1, 1, 2, 2, 3].map(send))
    expect(done).toEqual([1, 2, 3, 1, 2, 1, 1])
  })

  test("render one writer's texts in one worker only", async () => {
    const pool = createPool()
    await Promise.all(names.map((name) => pool.render(rendering(name), 1)))
    expect(pool.size).toBe(1)
  })

  test('refuse the last text of the writer with the most waiting texts when another writer sends one', async () => {
    const pool = createPool({ waiting: 4 })
    const pending = [1, 1, 1, 1, 2, 1].map((writer) => pool.render(rendering(`of ${writer}`), writer))
    const all = await Promise.allSettled(pending)
    expect(
      all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { status: number }).status)),
    ).toEqual([...Array.from({ length: 3 }, () => '<p>of 1</p>'), 503, '<p>of 2</p>', 503])
  })

  test('end when idle, and start again with the next text', async () => {
    const pool = createPool({ idleMs: 1 })
    await renderAll(pool, ['first'])
    await expect.poll(() => pool.size).toBe(0)
    expect(await renderAll(pool, ['second'])).toEqual(['<p>second</p>'])
  })

  test('render the texts in progress before they close', async () => {
    const pool = createPool()
    const all = renderAll(pool, names)
    await pool.close()
    expect(pool.size).toBe(0)
    expect(await all).toEqual(rendered)
  })
})
