import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { get, openApp, renderer, startApp } from '../../support/app.ts'
import { costOf } from '../../support/postgres/cost.ts'
import type { Sent } from '../../support/postgres/cost.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Property = { type?: string; anyOf?: Property[] }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Property> } }> }
}
type Document = { paths: Record<string, Record<string, Operation>> }

const of = await startApp({ TRUST_PROXY: 'loopback', GOOGLE_CLIENT_ID: 'promptory.apps.test' })
beforeAll(async () => {
  await of.listen({ host: '127.0.0.1', port: 0 })
})
const category = await createCategory()
const useCase = await createUseCase({ category })
const prompt = await createPrompt({ use_case: useCase })
const person = await createPerson()
const operations = Object.entries(((await get('/api/openapi.json')).body as Document).paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** Repeats a pattern up to this length. */
const run = (pattern: string, length: number, end = '') =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length - end.length) + end
const [headSize, bodySize] = [15_000, 250_000]

const patterns = [
  '/',
  '/.',
  '/..',
  '%',
  '%2f',
  '%2e/',
  '\\',
  ';',
  '?',
  '#',
  '&',
  '=',
  '?&=',
  '-',
  ' ',
  '\t',
  ',',
  '"',
  '[',
  '{{',
  '${',
  '[A',
  'a@',
  '<',
  '_ ',
  '😀',
  '\u0301',
]

/** Cases that take far longer than an honest request of their size. */
async function findDear(cases: { what: string; hostile: Sent; honest: Sent }[]): Promise<string[]> {
  const dear: string[] = []
  for (const { what, hostile, honest } of cases) {
    const factor = await costOf(of, hostile, honest)
    if (factor >= 5) dear.push(`${what}: ${factor.toFixed(1)} times`)
  }
  return dear
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const inAddress = (pattern: string) => (/^[\x21-\x7e]*$/.test(pattern) ? pattern : encodeURIComponent(pattern))

describe('a path of 15 kB', () => {
  const roots = ['/api', '/api/docs', '/api/library/prompts', '/api/library/categories']
  const pages = ['', '/library/prompt', '/library/use-case', '/subscription/success', '/assets']

  test.each([...roots, ...(renderer ? pages : [])])('takes time in proportion to its length: %s/…', async (root) => {
    const honest = { path: `${root}/${run('a', headSize)}` }
    const cases = patterns.flatMap((pattern) =>
      ['', 'x/'].map((end) => ({
        what: pattern + end,
        hostile: { path: `${root}/${run(inAddress(pattern), headSize, end)}` },
        honest,
      })),
    )
    expect(await findDear(cases)).toEqual([])
  })
})

describe('a query of 15 kB', () => {
  const names = ['q', 'free', 'lang', 'model', 'cursor', 'wait', 'min_rating', 'exclude', 'limit']
  const readings = operations
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace('{slug}', prompt.slug).replace('{id}', '1').replace('{key}', 'x'))
  const pages = ['/', paths.library, paths.libraryUseCase(useCase.slug), '/too-many-requests', '/subscription/success']
  const shapes = ['%', '&', '=', '?&=', '+', ';', '[', '%2f', '&q']

  test.each([...readings, ...(renderer ? pages : [])])('takes time in proportion to its length: %s?…', async (path) => {
    const headers = { authorization: `Bearer ${person.token}` }
    // A cursor makes a page as expensive as possible.
    const honest = { path: `${path}?cursor=1&q=${run('a', headSize)}`, headers }
    const queries = [
      ...shapes.map((shape) => run(shape, headSize)),
      ...names.flatMap((name) => [run(`${name}=1&`, headSize), `${name}=${run('%', headSize)}`]),
      ...names.map((name) => `${name}=${run('-%00', headSize)}`),
    ]
    const cases = queries.map((query) => ({
      what: query.slice(0, 30),
      hostile: { path: `${path}?${query}`, headers },
      honest,
    }))
    expect(await findDear(cases)).toEqual([])
  })
})

describe('a header of 15 kB', () => {
  const names = [
    'accept-language',
    'accept-encoding',
    'cookie',
    'if-none-match',
    'x-forwarded-for',
    'x-locale',
    'authorization',
    'content-type',
    'range',
    'accept',
  ]
  const shapes = [
    ',',
    ';',
    '-',
    '=',
    '"',
    '; ',
    'en,',
    'x;q=1;q=1,',
    '; lang=',
    '"a",',
    '1.1.1.1,',
    '::',
    'Bearer ',
    'a.',
  ]

  test.each([paths.api.prompt(prompt.slug), paths.api.me, ...(renderer ? ['/', paths.library] : [])])(
    'takes time in proportion to its length: %s',
    async (path) => {
      const honest = { path, headers: { 'x-other': run('a', headSize) } }
      const cases = names.flatMap((name) =>
        shapes.map((shape) => ({
          what: `${name}: ${shape}`,
          hostile: { path, headers: { [name]: run(shape, headSize) } },
          honest,
        })),
      )
      expect(await findDear(cases)).toEqual([])
    },
  )
})

/** Combining marks that normalization has to reorder. */
const marks = '\u0301\u0316'

describe('a body of 250 kB', () => {
  // Without the removal of the account, which would end the test.
  const writing = operations.filter(
    ({ operation, method, path }) => operation.requestBody && `${method} ${path}` !== `DELETE ${paths.api.me}`,
  )
  const wide = [
    run('[],', bodySize, '').replace(/^/, '[').replace(/.$/, ']'),
    `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`,
    `[${run('1,', bodySize)}1]`,
    `{${run('"a":1,', bodySize)}"a":1}`,
    nested('[', ']', bodySize / 2),
    nested('{"a":', '}', bodySize / 6),
    run('{', bodySize),
    run('"', bodySize),
    run('\\', bodySize),
    run(' ', bodySize),
    run('"__proto__",', bodySize),
    `"${run('\\u005f', bodySize)}"`,
  ]

  test.each(writing)(
    'takes time in proportion to its length: $method $path',
    async ({ path: route, method, operation }) => {
      const path = route.replace('{slug}', prompt.slug).replace('{id}', '1')
      const asking = {
        method,
        path,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      }
      const fields = Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {})
      const texts = (pattern: string) =>
        Object.fromEntries(fields.map((field) => [field, run(pattern, Math.floor(bodySize / (fields.length + 1) / 3))]))
      const honest = { ...asking, body: JSON.stringify({ ...texts('honest '), other: run('a', bodySize / 2) }) }
      const bodies = [...wide, ...[...patterns, marks].map((pattern) => JSON.stringify(texts(pattern)))]
      const cases = bodies.map((body) => ({ what: body.slice(0, 30), hostile: { ...asking, body }, honest }))
      expect(await findDear(cases)).toEqual([])
    },
  )

  test('is tested on more than ten routes', () => {
    expect(writing.length).toBeGreaterThan(10)
  })
})
