import { paths } from '#shared/paths.ts'
import { createFetcher } from './request.ts'
import { withClient } from './database.ts'
import type { Database } from './database.ts'
import { formatDecimal, percentile, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { rareWord } from './data/generate.ts'
import { createMember } from './members.ts'
import type { Product } from './product.ts'
import { wordsInShare } from './data/words.ts'

const connections = 2
const requestsPerClass = 400
const maxP99Ms = 150

type Class = { what: string; queries: string[]; locale?: string }

const words = {
  most: wordsInShare(0.9, 10),
  half: wordsInShare(0.5, 10),
  tenth: wordsInShare(0.1, 20),
  hundredth: wordsInShare(0.01, 20),
  thousandth: wordsInShare(0.001, 20),
  handful: Array.from({ length: 20 }, (_, number) => rareWord(number)),
}
const pairs = (first: string[], second: string[]) =>
  first.map((word, index) => `${word} ${second[(index + 1) % second.length]}`)

const classes: Class[] = [
  { what: 'a word in most texts', queries: words.most },
  { what: 'a word in half of all texts', queries: words.half },
  { what: 'a word in 10 % of the texts', queries: words.tenth },
  { what: 'a word in 1 % of the texts', queries: words.hundredth },
  { what: 'a word in 0.1 % of the texts', queries: words.thousandth },
  { what: 'a word in a few texts', queries: words.handful },
  { what: 'a word in no text', queries: words.handful.map((word) => `${word}q`) },
  { what: 'two words in most texts', queries: pairs(words.most, words.most) },
  { what: 'two words in 10 % of the texts', queries: pairs(words.tenth, words.tenth) },
  { what: 'two words in 1 % of the texts', queries: pairs(words.hundredth, words.hundredth) },
  { what: 'a word in most texts and one in 0.1 % of the texts', queries: pairs(words.most, words.thousandth) },
  { what: 'a phrase of two words in most texts', queries: pairs(words.most, words.most).map((pair) => `"${pair}"`) },
  {
    what: 'a phrase of two words in 10 % of the texts',
    queries: pairs(words.tenth, words.tenth).map((pair) => `"${pair}"`),
  },
  { what: 'in Spanish: a word in most texts', queries: words.most, locale: 'es' },
  { what: 'in Spanish: two words in 10 % of the texts', queries: pairs(words.tenth, words.tenth), locale: 'es' },
]

type Reader = { who: string; headers: Record<string, string> }

async function createReader({ url }: Database, origin: string, tier: number): Promise<Reader> {
  const { email, access } = await createMember(origin)
  const grant = `INSERT INTO access (user_id, source, tier) SELECT id, 'granted', $1 FROM "user" WHERE email = $2`
  await withClient(url, (client) => client.query(grant, [tier, email]))
  return { who: `tier ${tier}`, headers: { authorization: `Bearer ${access}` } }
}

async function measureReader(
  origin: string,
  { queries, locale = 'en' }: Class,
  { headers }: Reader,
): Promise<number[]> {
  const fetchPath = createFetcher(origin, connections)
  const times: number[] = []
  const warming = queries.length
  let sent = 0
  const askOn = async () => {
    while (sent < warming + requestsPerClass) {
      const index = sent++
      const path = paths.api.promptSearch({ q: queries[index % queries.length] ?? '' })
      const answer = await fetchPath(path, { 'x-locale': locale, ...headers })
      if (answer.status !== 200) throw new Error(`A search answered ${answer.status}: ${answer.body.toString()}`)
      if (index >= warming) times.push(answer.milliseconds)
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  return times
}

async function measureClass(origin: string, one: Class, readers: Reader[]): Promise<Figure> {
  let passed = true
  const measured: string[] = []
  for (const reader of readers) {
    const times = await measureReader(origin, one, reader)
    const slowest = percentile(times, 0.99)
    passed &&= slowest < maxP99Ms
    measured.push(`${reader.who} ${formatDecimal(percentile(times, 0.5), 1)}, ${formatDecimal(slowest, 1)}`)
  }
  return {
    what: `search: ${one.what}`,
    required: `p99 < ${maxP99Ms} ms`,
    measured: `${measured.join('; ')} ms`,
    passed,
  }
}

async function measureLocks({ url }: Database): Promise<Figure> {
  const { rows } = await withClient(url, (client) =>
    client.query(`SELECT required_tier AS tier, count(*) / sum(count(*)) OVER () AS share
      FROM effective_prompt GROUP BY 1 ORDER BY 1`),
  )
  const shares = rows.map(({ tier, share }) => `tier ${tier}: ${formatInteger(100 * Number(share))} %`)
  return { what: 'prompts by required tier', measured: shares.join(', ') }
}

/** Latency of full-text search over all prompts, two at a time, for a visitor and members of each tier. */
export async function search(database: Database, { origin }: Product): Promise<Figure[]> {
  const figures: Figure[] = [await measureLocks(database)]
  for (const one of classes) {
    const readers: Reader[] = [{ who: 'visitor', headers: {} }]
    for (const tier of [0, 1, 2]) readers.push(await createReader(database, origin, tier))
    figures.push(await measureClass(origin, one, readers))
  }
  return figures
}
