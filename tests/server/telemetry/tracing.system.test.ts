import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { summaryOf } from '#server/tracing/tracing.ts'
import { createDatabase, until } from '../../support/postgres/database.ts'
import { attributesOf, startCollector } from '../../support/otlp.ts'
import type { ReceivedSpan } from '../../support/otlp.ts'
import { createDataFolder, findFreePort, runServer, serverCommand } from '../../support/site.ts'

const collector = await startCollector()
const [node = '', ...args] = serverCommand
const command = [node, '--import', './tests/support/list-modules.mjs', ...args]

/** Starts a server that lists the modules it loads. */
async function start(settings: Record<string, string>) {
  const [url, port, folder] = [await createDatabase(inject('postgres')), await findFreePort(), createDataFolder()]
  const list = join(folder, 'modules')
  const server = runServer(
    {
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: String(port),
      SEED: 'none',
      LOG_LEVEL: 'debug',
      ...settings,
      LOADED_MODULES: list,
    },
    { command },
  )
  await server.ready
  return {
    ask: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
      }),
    output: server.output,
    openTelemetry: () =>
      readFileSync(list, 'utf8')
        .split('\n')
        .filter((module) => module.includes('opentelemetry')),
    loaded: () => readFileSync(list, 'utf8'),
    stop: async () => {
      server.process.kill('SIGTERM')
      await server.exited
    },
  }
}

const [traced, plain] = await Promise.all([
  start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_SERVICE_NAME: 'tests',
  }),
  start({}),
])
afterAll(async () => {
  await Promise.all([traced.stop(), plain.stop()])
  collector.stop()
})

const person = {
  email: 'private-person@example.test',
  name: 'Privata',
  surname: 'Privado',
  password: 'a private password',
}
const register = (server: typeof traced) =>
  server.ask(`${paths.api.register}?secret=private`, { method: 'POST', body: JSON.stringify(person) })
const find = async (name: string) => {
  const named = () => collector.spans().filter((span) => span.name === name)
  await until(async () => named().length > 0)
  return named()[0] as ReceivedSpan
}

describe('a server with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('sends spans of requests with their statements, and of jobs', async () => {
    expect((await register(traced)).status).toBe(201)
    const request = await find('POST /api/users/register/')
    expect(request.kind).toBe(2)
    expect(request.parentSpanId ?? '').toBe('')
    expect(attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/users/register/',
      'http.response.status_code': 201,
      'request.id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    const job = await find('job user_mail')
    for (const parent of [request, job]) {
      const statements = collector.spans().filter(({ parentSpanId }) => parentSpanId === parent.spanId)
      expect(statements.map(({ name }) => name)).toContain(parent === request ? 'INSERT user' : 'SELECT user')
      expect(statements.every(({ traceId, kind }) => traceId === parent.traceId && kind === 3)).toBe(true)
    }
    expect(job.traceId).not.toBe(request.traceId)
    expect(attributesOf(job)).toMatchObject({ attempt: 1 })
    expect(collector.services()).toContainEqual({ key: 'service.name', value: { stringValue: 'tests' } })
    expect(collector.headers).toContainEqual(expect.objectContaining({ authorization: 'Bearer of-the-collector' }))
  })

  test('logs the trace id of each request', async () => {
    const { traceId } = await find('POST /api/users/register/')
    const line = traced
      .output()
      .split('\n')
      .find((text) => text.includes('"request done"') && text.includes('/register/'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ trace_id: traceId })
  })

  test('sends no personal data in spans', async () => {
    await traced.ask('/reset-password?token=private-token')
    await traced.ask(paths.api.useCases({ q: 'private-words' }), {
      headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    })
    await traced.ask(paths.api.token, {
      method: 'POST',
      headers: { authorization: 'Bearer private-token', 'user-agent': 'private-browser' },
      body: JSON.stringify({ email: person.email, password: 'private' }),
    })
    await traced.ask('/api/private-nothing/')
    await find('GET /api/*')
    await find('GET /api/library/use-cases/')
    expect(collector.text()).not.toMatch(/priva/i)
    expect(collector.spans().some(({ traceId }) => /^a+$/.test(traceId))).toBe(false)
  })
})

test('a server without OTEL_EXPORTER_OTLP_ENDPOINT loads no OpenTelemetry modules', async () => {
  expect((await register(plain)).status).toBe(201)
  expect((await plain.ask('/metrics')).status).toBe(200)
  expect(plain.loaded()).toContain('/prom-client/')
  expect(plain.openTelemetry()).toEqual([])
  expect(traced.openTelemetry().length).toBeGreaterThan(0)
})

test.each([
  ['SELECT id FROM "user" WHERE email = \'private@example.test\'', 'SELECT user'],
  ['SELECT "public"."prompt"."id" FROM "public"."prompt" WHERE 1=1', 'SELECT prompt'],
  ["\n  INSERT INTO comment (body) VALUES ('private')", 'INSERT comment'],
  ['UPDATE "public"."user" SET x = 1', 'UPDATE user'],
  ['WITH some AS (SELECT 1) SELECT 2', 'WITH'],
  ["SELECT 'from private'", 'SELECT'],
  ['BEGIN', 'BEGIN'],
])('summaryOf returns only the kind and the table of a statement', (statement, summary) => {
  expect(summaryOf(statement)).toBe(summary)
})
