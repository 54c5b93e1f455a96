import { paths } from '#shared/paths.ts'
import { newAsker } from './asking.ts'
import type { Database } from './database.ts'
import { decimal, percentile } from './figures.ts'
import type { Figure } from './figures.ts'
import { rareWord } from './generate.ts'
import type { Product } from './product.ts'
import { wordsInShare } from './words.ts'

const connections = 2
const requestsPerClass = 400
const most = 150

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
  first.map((word, place) => `${word} ${second[(place + 1) % second.length]}`)

const classes: Class[] = [
  { what: 'a word in most texts', queries: words.most },
  { what: 'a word in half of all texts', queries: words.half },
  { what: 'a word in 10 %', queries: words.tenth },
  { what: 'a word in 1 %', queries: words.hundredth },
  { what: 'a word in 0.1 %', queries: words.thousandth },
  { what: 'a word in a handful', queries: words.handful },
  { what: 'a word in none', queries: words.handful.map((word) => `${word}q`) },
  { what: 'two words in most texts', queries: pairs(words.most, words.most) },
  { what: 'two words in 10 %', queries: pairs(words.tenth, words.tenth) },
  { what: 'two words in 1 %', queries: pairs(words.hundredth, words.hundredth) },
  { what: 'a word in most texts and one in 0.1 %', queries: pairs(words.most, words.thousandth) },
  { what: 'a phrase of two words in most texts', queries: pairs(words.most, words.most).map((pair) => `"${pair}"`) },
  { what: 'a phrase of two words in 10 %', queries: pairs(words.tenth, words.tenth).map((pair) => `"${pair}"`) },
  { what: 'in Spanish: a word in most texts', queries: words.most, locale: 'es' },
  { what: 'in Spanish: two words in 10 %', queries: pairs(words.tenth, words.tenth), locale: 'es' },
]

async function measureClass(origin: string, { what, queries, locale = 'en' }: Class): Promise<Figure> {
  const ask = newAsker(origin, connections)
  const times: number[] = []
  const warming = queries.length
  let asked = 0
  const askOn = async () => {
    while (asked < warming + requestsPerClass) {
      const place = asked++
      const answer = await ask(paths.api.promptSearch({ q: queries[place % queries.length] ?? '' }), {
        'x-locale': locale,
      })
      if (answer.status !== 200) throw new Error(`A search answered ${answer.status}: ${answer.body.toString()}`)
      if (place >= warming) times.push(answer.milliseconds)
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  const slowest = percentile(times, 0.99)
  return {
    what: `search: ${what}`,
    required: `p99 < ${most} ms`,
    measured: `p50 ${decimal(percentile(times, 0.5), 1)}, p99 ${decimal(slowest, 1)} ms`,
    met: slowest < most,
  }
}

/** Full text over all prompts, two at a time. */
export async function search(_database: Database, { origin }: Product): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const one of classes) figures.push(await measureClass(origin, one))
  return figures
}
