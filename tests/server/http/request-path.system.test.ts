import { Session } from 'node:inspector/promises'
import { afterAll, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { openApp, startApp } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'

await openApp()

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
afterAll(() => session.disconnect())

/** Runs in the background. */
const inBackground = 'cache/invalidation-listener.ts'

/** Server files with a function called since the last call. */
async function filesEntered(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const [, file = ''] = /\/(?<!tests\/)server\/([^?]*\.ts)/.exec(url) ?? []
    const isEntered = functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))
    return isEntered && file && file !== inBackground ? [file] : []
  })
}

const app = await startApp()
const warm = await createPrompt()
await app.inject(paths.api.prompt(warm.slug))

/** Files entered by every one of these requests; background work enters others by chance. */
async function pathOf(urls: string[]): Promise<string[]> {
  const entered: string[][] = []
  for (const url of urls) {
    await filesEntered()
    expect((await app.inject(url)).statusCode).toBe(200)
    entered.push(await filesEntered())
  }
  return entered.reduce((all, files) => all.filter((file) => files.includes(file))).toSorted()
}

const ofEveryRequest = [
  'app.ts',
  'cache/response-cache.ts',
  'cache/serve-from-cache.ts',
  'http/request-limits.ts',
  'http/request-target.ts',
  'http/request.ts',
  'http/security.ts',
  'telemetry/request-observer.ts',
]

test('every request passes through eight files, and an uncached prompt through at most six more', async () => {
  const cold = await Promise.all(Array.from({ length: 5 }, () => createPrompt()))
  expect(await pathOf(cold.map(() => '/healthz'))).toEqual([...ofEveryRequest, 'http/health.routes.ts'].toSorted())
  const path = await pathOf(cold.map(({ slug }) => paths.api.prompt(slug)))
  expect(path).toEqual(expect.arrayContaining(ofEveryRequest))
  expect(path.length).toBeLessThanOrEqual(14)
})
