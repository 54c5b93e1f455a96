import { Agent, request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { forumPaths } from '#shared/forum/paths.ts'
import { biggestThread, slugOf } from './community/community-data.ts'
import { formatDecimal, median, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { createWriters, postComment, warmPaths } from './posting.ts'
import { memoryOf } from './proc.ts'
import type { Product } from './product.ts'
import type { Pace } from './read.ts'
import { createFetcher } from './request.ts'
import { wrk } from './wrk.ts'

const count = 1_000
const maxMemoryMb = 60
const maxSlower = 1.5
const everyMs = 1_000

type Streams = { events: () => number; close: () => void }

/** Resolves when each stream has received an event. */
async function openStreams({ origin }: Product): Promise<Streams> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const path = forumPaths.api.threadEvents(slugOf(biggestThread))
  const open: ClientRequest[] = []
  let events = 0
  const openOne = () =>
    new Promise<void>((resolve, reject) => {
      const stream = request(origin + path, { agent }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}.`))
        answer.setEncoding('utf8').on('error', () => {})
        answer.on('data', (text: string) => {
          events += text.split('event: comments').length - 1
          if (text.includes('event: comments')) resolve()
        })
      })
      open.push(stream)
      stream.on('error', reject).end()
    })
  for (let started = 0; started < count; started += 50) await Promise.all(Array.from({ length: 50 }, openOne))
  return {
    events: () => events,
    close: () => {
      for (const stream of open) stream.destroy()
      agent.destroy()
    },
  }
}

type Round = { p99Ms: number; rate: number }

/** Adds one comment a second, with and without streams; each stream receives an event of it. */
export async function streams(
  url: string,
  product: Product,
  paths: string[],
  { rounds, seconds }: Pace,
): Promise<Figure[]> {
  const [access = ''] = await createWriters(url, product, 1)
  const fetchPath = createFetcher(product.origin, 1)
  const { file, remove } = await warmPaths(product, paths)
  const posting = setInterval(() => void postComment(fetchPath, access, null).catch(console.error), everyMs)
  const read = () => wrk({ url: product.origin, seconds: Math.max(2, seconds), pathsFile: file })
  const measured = { without: [] as Round[], open: [] as Round[] }
  const memory = { without: 0, open: 0 }
  const remember = (which: keyof typeof memory) =>
    void (memory[which] = Math.max(memory[which], memoryOf(product.pid, 'VmRSS')))
  let heard = 0
  for (let warming = 0; warming < 5; warming++) await read()
  remember('without')
  for (let round = 0; round < rounds; round++) {
    measured.without.push(await read())
    if (round === 0) remember('without')
    const opened = await openStreams(product)
    const before = opened.events()
    measured.open.push(await read())
    remember('open')
    heard += opened.events() - before
    opened.close()
  }
  clearInterval(posting)
  await remove()
  const p99 = (which: Round[]) => median(which.map(({ p99Ms }) => p99Ms))
  const rate = (which: Round[]) => median(which.map((round) => round.rate))
  const [grown, slower] = [memory.open - memory.without, p99(measured.open) / p99(measured.without)]
  if (heard < rounds * count) throw new Error(`The streams heard only ${heard} events.`)
  return [
    {
      what: `increase of the server's memory by ${formatInteger(count)} open event streams`,
      required: `< ${maxMemoryMb} MB`,
      measured: `${formatInteger(grown)} MB (${formatInteger(memory.open)} MB)`,
      floor: `${formatInteger(memory.without)} MB`,
      passed: grown < maxMemoryMb,
    },
    {
      what: `p99 of reads while ${formatInteger(count)} streams each get a comment a second, against no streams`,
      required: `≤ ${maxSlower} times`,
      measured: `${formatDecimal(slower)} times (${formatDecimal(p99(measured.open), 1)} ms, ${formatInteger(rate(measured.open))}/s; ${formatInteger(heard)} events)`,
      floor: `${formatDecimal(p99(measured.without), 1)} ms, ${formatInteger(rate(measured.without))}/s`,
      passed: slower <= maxSlower,
    },
  ]
}
