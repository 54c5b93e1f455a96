import { Session } from 'node:inspector/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { app as appOfFile, openApp, renderer, startApp } from '../../support/app.ts'
import { createMember } from '../../support/commenting.ts'
import { createThread } from '../../support/forum.ts'
import { createPrompt } from '../../support/library.ts'
import { createPipeline } from '../../support/pipelines.ts'

await openApp()

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
afterAll(async () => {
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})

/** Runs in the background. */
const inBackground = 'cache/invalidation-listener.ts'

/** Functions of the server called since the last call, by file, without generated files. */
async function callsByFile() {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const [, file = ''] = /\/(?<!tests\/)server\/(?!generated\/)([^?]*\.ts)/.exec(url) ?? []
    const calls = functions.map(({ functionName: name, ranges }) => ({ name, count: ranges[0]?.count ?? 0 }))
    const called = calls.filter(({ count }) => count > 0)
    return called.length > 0 && file && file !== inBackground ? [{ file, called }] : []
  })
}
const filesEntered = async () => (await callsByFile()).map(({ file }) => file)

const app = await startApp({ LIMITS: 'on' })
const member = await createMember()
const as = { authorization: `Bearer ${member.token}` }
const warm = await createPrompt()
for (const url of [paths.api.prompt(warm.slug), paths.prompt(warm.slug)]) await app.inject(url)
await app.inject({ url: paths.api.me, headers: as })

const times = <Made>(create: () => Promise<Made>) => Promise.all(Array.from({ length: 5 }, create))

/** Files entered by every one of these requests; background work enters others by chance. */
async function pathOf(requests: InjectOptions[]): Promise<string[]> {
  const entered: string[][] = []
  for (const request of requests) {
    await filesEntered()
    const { statusCode } = await app.inject(request)
    entered.push(await filesEntered())
    expect(statusCode).toBeLessThan(300)
  }
  return entered.reduce((all, files) => all.filter((file) => files.includes(file)), entered[0] ?? []).toSorted()
}

const pathOfWrites = (requests: InjectOptions[]) =>
  pathOf(requests.map((request) => ({ method: 'POST', headers: as, ...request })))

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

test('every request passes through eight files', async () => {
  const requests = Array.from({ length: 5 }, () => ({ url: '/healthz' }))
  expect(await pathOf(requests)).toEqual([...ofEveryRequest, 'http/health.routes.ts'].toSorted())
})

test('a prompt passes through at most 14 files, its page through 18, and a cached prompt through 6', async () => {
  const cold = await times(() => createPrompt())
  const requests = cold.map(({ slug }) => ({ url: paths.api.prompt(slug) }))
  const pages = renderer ? cold.map(({ slug }) => ({ url: paths.prompt(slug) })) : []
  expect((await pathOf(requests)).slice(14)).toEqual([])
  expect((await pathOf(requests)).slice(6)).toEqual([])
  expect((await pathOf(pages)).slice(18)).toEqual([])
})

test.runIf(renderer)('the page of a pipeline passes through at most 18 files', async () => {
  const pipelines = await times(() => createPipeline())
  const path = await pathOf(pipelines.map(({ slug }) => ({ url: paths.pipeline(slug) })))
  expect(path.slice(18)).toEqual([])
})

test("a member's comment and a saved prompt pass through at most 16 files", async () => {
  const [threads, prompts] = [await times(() => createThread()), await times(() => createPrompt())]
  // Each write is published, which other files receive.
  for (const server of [app, appOfFile]) await server.invalidations.close()
  const payload = { body: 'A comment on this thread.', typing_ms: 60_000 }
  const writes = {
    comments: threads.map(({ meta_slug }) => ({ url: forumPaths.api.comments(meta_slug), payload })),
    saved: prompts.map(({ slug }) => ({ url: paths.api.promptSave(slug) })),
  }
  expect((await pathOfWrites(writes.comments)).slice(16)).toEqual([])
  expect((await pathOfWrites(writes.saved)).slice(16)).toEqual([])
})

test('the token of a request is verified once', async () => {
  await callsByFile()
  const { statusCode } = await app.inject({ url: paths.api.me, headers: { authorization: 'Bearer x.y.z' } })
  const called = (await callsByFile()).flatMap((entered) => (entered.file === 'http/viewer.ts' ? entered.called : []))
  expect(statusCode).toBe(401)
  expect(called).toContainEqual({ name: 'verify', count: 1 })
})
