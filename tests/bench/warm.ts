import { createFetcher } from './request.ts'
import type { Database } from './database.ts'
import { decimal, median, whole } from './figures.ts'
import type { Figure } from './figures.ts'
import { bench } from './places.ts'
import type { Product } from './product.ts'
import { lineOf, startProgram } from './programs.ts'
import type { Pace } from './read.ts'
import { listSubjects } from './subjects.ts'
import type { Subject } from './subjects.ts'
import { wrk } from './wrk.ts'

async function measureSubject(
  { origin }: Product,
  { what, path }: Subject,
  { rounds, seconds }: Pace,
): Promise<Figure> {
  const { status, type, body } = await createFetcher(origin, 1)(path)
  if (status !== 200)
    return { what, required: '≥ 0.7', measured: `not measured: ${path} answered ${status}`, met: false }
  const floor = startProgram(bench('bare-server.ts'), [String(body.length), type], {})
  const [, bare = ''] = await lineOf(floor, /ready at (\S+)/)
  const rates = { floor: [] as number[], product: [] as number[] }
  for (const url of [`${bare}/`, origin + path]) await wrk({ url, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    rates.floor.push((await wrk({ url: `${bare}/`, seconds })).rate)
    rates.product.push((await wrk({ url: origin + path, seconds })).rate)
  }
  await floor.stop()
  const ratio = median(rates.product) / median(rates.floor)
  return {
    what: `${what}, ${decimal(body.length / 1000, 1)} kB`,
    required: '≥ 0.7',
    measured: `${decimal(ratio)} (${whole(median(rates.product))}/s)`,
    floor: `${whole(median(rates.floor))}/s`,
    met: ratio >= 0.7,
  }
}

/** Answers asked for again and again, against a bare Fastify that answers as many bytes, taking turns. */
export async function warm({ url }: Database, product: Product, pace: Pace): Promise<Figure[]> {
  const { json, html } = await listSubjects(url)
  const subjects = [
    ...json.map((subject) => ({ ...subject, what: `JSON: ${subject.what}` })),
    ...html.map((subject) => ({ ...subject, what: `HTML: ${subject.what}` })),
  ]
  const figures: Figure[] = []
  for (const subject of subjects) figures.push(await measureSubject(product, subject, pace))
  return figures
}
