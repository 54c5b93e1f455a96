import { paths } from '#shared/paths.ts'
import { createFetcher } from './request.ts'
import { formatDecimal, median, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { createMember, write } from './members.ts'
import { bench } from './paths.ts'
import type { Product } from './product.ts'
import { waitForLine, startProgram } from './programs.ts'
import type { Pace } from './read.ts'
import { flood, wrk } from './wrk.ts'

async function createReader(origin: string, slug: string): Promise<string> {
  const { access } = await createMember(origin)
  await write(origin + paths.api.promptSave(slug), {}, access)
  await write(origin + paths.api.promptRating(slug), { value: 4 }, access)
  return access
}

async function measureMember(origin: string, slug: string, { rounds, seconds }: Pace): Promise<Figure> {
  const headers = { authorization: `Bearer ${await createReader(origin, slug)}` }
  const url = origin + paths.api.prompt(slug)
  const { type, body } = await createFetcher(origin, 1)(paths.api.prompt(slug), headers)
  const { is_saved, user_rating } = JSON.parse(body.toString()) as Record<string, unknown>
  if (is_saved !== true || user_rating !== 4) throw new Error(`${url} does not show the member's own marks.`)
  const floor = startProgram(bench('bare-server.ts'), [String(body.length), type], {})
  const [, bare = ''] = await waitForLine(floor, /ready at (\S+)/)
  const rates = { floor: [] as number[], product: [] as number[] }
  await wrk({ url, seconds: 2, headers })
  for (let round = 0; round < rounds; round++) {
    rates.floor.push((await wrk({ url: `${bare}/`, seconds })).rate)
    rates.product.push((await wrk({ url, seconds, headers })).rate)
  }
  await floor.stop()
  const ratio = median(rates.product) / median(rates.floor)
  return {
    what: 'JSON: a prompt with a member’s marks',
    required: '≥ 0.1',
    measured: `${formatDecimal(ratio)} (${formatInteger(median(rates.product))}/s)`,
    floor: `${formatInteger(median(rates.floor))}/s`,
    passed: ratio >= 0.1,
  }
}

async function measureFlood(origin: string, path: string, { rounds, seconds }: Pace): Promise<Figure> {
  const url = origin + path
  const [alone, beside, slowest, tries] = [[], [], [], []] as [number[], number[], number[], number[]]
  await wrk({ url, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    alone.push((await wrk({ url, seconds })).rate)
    const flooded = flood(origin + paths.api.token, seconds + 1)
    await new Promise((resolve) => void setTimeout(resolve, 500))
    const { rate, p99Ms } = await wrk({ url, seconds })
    beside.push(rate)
    slowest.push(p99Ms)
    tries.push((await flooded).rate)
  }
  const [share, p99] = [median(beside) / median(alone), median(slowest)]
  return {
    what: `${path.startsWith('/api/') ? 'JSON' : 'HTML'}: a prompt, during many logins`,
    required: '≥ 0.5, p99 < 100 ms',
    measured: `${formatDecimal(share)} (${formatInteger(median(beside))}/s), p99 ${formatDecimal(p99, 1)} ms; ${formatInteger(median(tries))} logins/s`,
    floor: `${formatInteger(median(alone))}/s`,
    passed: share >= 0.5 && p99 < 100,
  }
}

export async function accounts({ origin }: Product, pace: Pace): Promise<Figure[]> {
  const slug = 'outline-a-long-read'
  return [
    await measureMember(origin, slug, pace),
    await measureFlood(origin, paths.api.prompt(slug), pace),
    await measureFlood(origin, paths.prompt(slug), pace),
  ]
}
