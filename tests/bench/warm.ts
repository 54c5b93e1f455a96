import { createFetcher } from './request.ts'
import type { Database } from './database.ts'
import { formatDecimal, median, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { startNginx } from './nginx.ts'
import { bench } from './paths.ts'
import type { Product } from './product.ts'
import { waitForLine, startProgram } from './programs.ts'
import type { Pace } from './read.ts'
import { listSubjects } from './data/subjects.ts'
import type { Subject } from './data/subjects.ts'
import { wrk } from './wrk.ts'

const minRatio = 0.75

/** Compares with Fastify and nginx, each sending as many bytes, in turns. */
export async function measureSubject(
  { origin }: Product,
  { what, path }: Subject,
  { rounds, seconds }: Pace,
  least: number,
): Promise<Figure> {
  const required = `≥ ${least}`
  const { status, type, body } = await createFetcher(origin, 1)(path)
  if (status !== 200) return { what, required, measured: `not measured: ${path} answered ${status}`, passed: false }
  const floor = startProgram(bench('bare-server.ts'), [String(body.length), type], {})
  const [, bare = ''] = await waitForLine(floor, /ready at (\S+)/)
  const nginx = await startNginx(body, type)
  const urls = { floor: `${bare}/`, product: origin + path, nginx: nginx.url }
  const rates = { floor: [] as number[], product: [] as number[], nginx: [] as number[] }
  const names = ['floor', 'product', 'nginx'] as const
  for (const name of names) await wrk({ url: urls[name], seconds: 1 })
  for (let round = 0; round < rounds; round++)
    for (const name of names) rates[name].push((await wrk({ url: urls[name], seconds })).rate)
  await Promise.all([floor.stop(), nginx.stop()])
  const ratio = median(rates.product) / median(rates.floor)
  return {
    what: `${what}, ${formatDecimal(body.length / 1000, 1)} kB`,
    required,
    measured: `${formatDecimal(ratio)} (${formatInteger(median(rates.product))}/s)`,
    floor: `${formatInteger(median(rates.floor))}/s; nginx ${formatInteger(median(rates.nginx))}/s`,
    passed: ratio >= least,
  }
}

export async function warm({ url }: Database, product: Product, pace: Pace): Promise<Figure[]> {
  const { json, html } = await listSubjects(url)
  const subjects = [
    ...json.map((subject) => ({ ...subject, what: `JSON: ${subject.what}` })),
    ...html.map((subject) => ({ ...subject, what: `HTML: ${subject.what}` })),
  ]
  const figures: Figure[] = []
  for (const subject of subjects) figures.push(await measureSubject(product, subject, pace, minRatio))
  return figures
}
