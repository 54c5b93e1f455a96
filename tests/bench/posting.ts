import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forumPaths } from '#shared/forum/paths.ts'
import { checkCommunity } from './community/community-check.ts'
import { biggestThread, slugOf } from './community/community-data.ts'
import { texts } from './community/community-texts.ts'
import { withClient } from './database.ts'
import { formatDecimal, median, percentile, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { createMember } from './members.ts'
import { pgbench } from './pgbench.ts'
import { folder } from './paths.ts'
import type { Product } from './product.ts'
import type { Pace } from './read.ts'
import { createFetcher } from './request.ts'
import { requireProgram } from './require-program.ts'
import { wrk } from './wrk.ts'

const writers = 32
/** Includes connecting, which is slow on a busy machine. */
const floorSeconds = 3
/** Pause in ms between comments of a slow writer; all together write 100 a second. */
const restMs = 320
const pauseMs = 500

const quoted = (text: string) => `'${text.replaceAll("'", "''").replaceAll(':', '')}'`
const bare = `INSERT INTO bare_comment (thread_id, author_id, body) VALUES (1, 1, ${quoted(texts[0]?.replaceAll('\n', ' ') ?? '')});`

/** Members with older accounts; their tokens are valid for 15 minutes. */
export async function createWriters(url: string, { origin }: Product, count: number): Promise<string[]> {
  const members: { email: string; access: string }[] = []
  while (members.length < count) members.push(await createMember(origin))
  await withClient(url, (client) =>
    client.query(
      `UPDATE "user" SET email_confirmed_at = now(), created_at = now() - interval '1 year' WHERE email = ANY ($1)`,
      [members.map(({ email }) => email)],
    ),
  )
  return members.map(({ access }) => access)
}

/** Root comments of the largest thread. */
const findAnswered = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `SELECT id FROM comment WHERE thread_id = $1 AND branch_id IS NULL AND status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL
        ORDER BY hashint4(id) LIMIT 1000`,
      [biggestThread],
    )
    return rows.map(({ id }) => id)
  })

let sent = 0
export async function postComment(
  fetchPath: ReturnType<typeof createFetcher>,
  access: string,
  parent: number | null,
): Promise<number> {
  const number = sent++
  const body = `${texts[number % texts.length]}\n\nNumber ${number}.`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}` }
  const path = forumPaths.api.comments(slugOf(biggestThread))
  const answer = await fetchPath(path, headers, JSON.stringify({ body, parent }))
  if (answer.status !== 201) throw new Error(`A comment was answered ${answer.status}: ${answer.body.toString()}`)
  return answer.milliseconds
}

type Writing = { stop: () => Promise<{ milliseconds: number[]; rate: number }> }

function startWriting({ origin }: Product, tokens: string[], answered: number[], waitMs: number): Writing {
  const fetchPath = createFetcher(origin, writers)
  const milliseconds: number[] = []
  const startedAt = performance.now()
  const stopping = new AbortController()
  const all = Promise.all(
    tokens.map(async (access, index) => {
      if (waitMs > 0) await sleep((waitMs * index) / tokens.length)
      while (!stopping.signal.aborted) {
        const parent = sent % 2 === 0 ? null : (answered[sent % answered.length] ?? null)
        const took = await postComment(fetchPath, access, parent)
        milliseconds.push(took)
        if (waitMs > took) await sleep(waitMs - took)
      }
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await all
      return { milliseconds, rate: (1_000 * milliseconds.length) / (performance.now() - startedAt) }
    },
  }
}

export async function warmPaths(
  { origin }: Product,
  paths: string[],
): Promise<{ file: string; remove: () => Promise<void> }> {
  const fetchPath = createFetcher(origin, 4)
  await Promise.all(paths.map((path) => fetchPath(path)))
  const file = join(folder, 'quiet.txt')
  await writeFile(file, `${paths.join('\n')}\n`)
  return { file, remove: () => rm(file, { force: true }) }
}

type Round = { rate: number; p99Ms: number }
const rateOf = (rounds: Round[]) => median(rounds.map(({ rate }) => rate))

/** 32 users write in the largest thread while others read other threads. */
export async function posting(
  url: string,
  product: Product,
  paths: string[],
  { rounds, seconds }: Pace,
): Promise<Figure[]> {
  requireProgram('postgresql-contrib', 'pgbench')
  await withClient(url, (client) =>
    client.query(`DROP TABLE IF EXISTS bare_comment;
      CREATE TABLE bare_comment (id serial PRIMARY KEY, thread_id int NOT NULL, author_id int NOT NULL, body text NOT NULL, created_at timestamptz NOT NULL DEFAULT now())`),
  )
  const [tokens, answered] = [await createWriters(url, product, writers), await findAnswered(url)]
  const { file, remove } = await warmPaths(product, paths)
  const read = () => wrk({ url: product.origin, seconds, pathsFile: file })
  const write = async (waitMs: number, task: () => Promise<unknown>) => {
    const writing = startWriting(product, tokens, answered, waitMs)
    await sleep(pauseMs)
    await task()
    return writing.stop()
  }
  const posted = { p99: [] as number[], rates: [] as number[], beside: [] as number[], floor: [] as Round[] }
  const readers = { alone: [] as Round[], beside: [] as Round[], besideSlow: [] as Round[] }
  await write(0, read)
  for (let round = 0; round < rounds; round++) {
    posted.floor.push(await pgbench(url, [bare], floorSeconds + seconds))
    const { milliseconds, rate } = await write(0, () => sleep(2_000 * seconds))
    posted.p99.push(percentile(milliseconds, 0.99))
    posted.rates.push(rate)
    readers.alone.push(await read())
    posted.beside.push((await write(0, async () => readers.beside.push(await read()))).rate)
    await write(restMs, async () => readers.besideSlow.push(await read()))
  }
  await remove()
  await withClient(url, (client) => client.query('DROP TABLE bare_comment'))
  const floor = median(posted.floor.map(({ p99Ms }) => p99Ms))
  const ratio = median(posted.p99) / floor
  const besides = (what: string, list: Round[], extra: string, required?: number): Figure => {
    const share = rateOf(list) / rateOf(readers.alone)
    return {
      what: `speed of readers of other threads while ${what}`,
      ...(required && { required: `≥ ${required}`, passed: share >= required }),
      measured: `${formatDecimal(share)} (${formatInteger(rateOf(list))}/s, p99 ${formatDecimal(median(list.map(({ p99Ms }) => p99Ms)), 1)} ms${extra})`,
      floor: `${formatInteger(rateOf(readers.alone))}/s, p99 ${formatDecimal(median(readers.alone.map(({ p99Ms }) => p99Ms)), 1)} ms`,
    }
  }
  await checkCommunity(url)
  return [
    {
      what: `${writers} people comment in one thread over HTTP: p99 against a bare INSERT`,
      required: '≤ 5 times',
      measured: `${formatDecimal(ratio)} times (${formatDecimal(median(posted.p99), 1)} ms, ${formatInteger(median(posted.rates))}/s)`,
      floor: `${formatDecimal(floor, 1)} ms`,
      passed: ratio <= 5,
    },
    besides(
      `${writers} people comment without pauses`,
      readers.beside,
      `; ${formatInteger(median(posted.beside))} comments/s`,
      0.8,
    ),
    besides(`${writers} people comment every ${restMs} ms`, readers.besideSlow, '; 100 comments/s'),
    { what: 'counts compared with the rows afterwards', required: 'equal', measured: 'equal', passed: true },
  ]
}
