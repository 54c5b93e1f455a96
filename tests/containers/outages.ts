import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '#shared/paths.ts'
import { until } from '../support/postgres/database.ts'
import type { Stack } from './stack.ts'
import type { Visit } from './visitors.ts'
import { startVisitors } from './visitors.ts'

type OutageResult = { what: string; visit: Visit; problems: string[] }

const summarize = (failures: string[]) => {
  const counts = new Map<string, number>()
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  return [...counts].map(([failure, count]) => `${failure} (${count})`).join(', ')
}
export const figuresOf = ({ reads, writes, streams }: Visit) =>
  `${reads.served} reads, ${writes.served} comments, ${streams.served} streams; failed: ${reads.failures.length}, ${writes.failures.length}, ${streams.failures.length}`

const problemsOf = (name: string, failures: string[], allowed = 0) =>
  failures.length > allowed ? [`${failures.length} ${name} failed: ${summarize(failures)}`] : []

const isReady = (stack: Stack, name: string) =>
  stack.engine.exec(name, ...(stack.compose.services[name]?.healthcheck?.test?.slice(1) ?? stack.healthcheck)).then(
    () => true,
    () => false,
  )

export const whenReady = (stack: Stack, name: string) => until(() => isReady(stack, name))

/** Time in ms with load before and after the outage. */
const whileMs = 3_000

async function during(what: string, stack: Stack, outage: () => Promise<void>): Promise<OutageResult> {
  const visitors = startVisitors(stack)
  await sleep(whileMs)
  await outage()
  await sleep(whileMs)
  return { what, visit: await visitors.stop(), problems: [] }
}

/** Rolling restart of docs/operations.md: the next replica restarts when the former is ready. */
export async function restartOneByOne(stack: Stack): Promise<OutageResult> {
  const result = await during('a rolling restart', stack, async () => {
    for (const name of stack.replicas) {
      await stack.engine.podman('stop', name)
      await stack.engine.podman('start', name)
      await whenReady(stack, name)
    }
  })
  const { reads, writes, streams } = result.visit
  result.problems.push(
    ...problemsOf('reads', reads.failures),
    ...problemsOf('comments', writes.failures),
    ...problemsOf('streams', streams.failures),
  )
  return result
}

const kill = async ({ engine }: Stack, name: string) => process.kill(await engine.pidOf(name), 'SIGKILL')

async function killContainer(stack: Stack, name: string): Promise<OutageResult> {
  const before = await stack.engine.pidOf(name)
  const result = await during(`kill -9 of ${name}`, stack, async () => {
    await kill(stack, name)
    await until(async () => ![0, before].includes(await stack.engine.pidOf(name)))
    await whenReady(stack, name)
  })
  const { reads, writes, streams } = result.visit
  // A comment whose request was cut off may exist; it is not sent again.
  result.problems.push(
    ...problemsOf('reads', reads.failures),
    ...problemsOf('comments', writes.failures, name === 'sandbox' ? 0 : 4),
    ...problemsOf('streams', streams.failures),
  )
  return result
}

type Part = Pick<Stack['parts']['database'], 'kill'>

async function killPart(stack: Stack, name: string, part: Part, allowed: RegExp | null): Promise<OutageResult> {
  const result = await during(`kill -9 of ${name}`, stack, async () => {
    await part.kill()
    await until(async () => {
      const answers = [paths.api.promptSearch({ q: `after ${Date.now()}` }), '/readyz']
      const all = await Promise.all(answers.map((path) => stack.site.ask(path).catch(() => ({ status: 0 }))))
      return all.every(({ status }) => status === 200)
    })
    await sleep(whileMs)
  })
  const { reads, writes, streams } = result.visit
  for (const [kind, { failures }] of Object.entries({ reads, comments: writes, streams }))
    result.problems.push(...problemsOf(kind, allowed ? failures.filter((failure) => !allowed.test(failure)) : failures))
  return result
}

export async function* killEach(stack: Stack): AsyncGenerator<OutageResult> {
  const { database, valkey, mail, caddy } = stack.parts
  for (const name of stack.replicas) yield await killContainer(stack, name)
  yield await killContainer(stack, 'sandbox')
  yield await killPart(stack, 'valkey', valkey, null)
  yield await killPart(stack, 'the mail server', mail, null)
  yield await killPart(stack, 'the database', database, /^503$/)
  yield await killPart(stack, 'Caddy', caddy, /ECONNREFUSED|ECONNRESET|socket hang up|socket disconnected|EPIPE/)
}
