import { join } from 'node:path'
import { killUnderLoad } from '../../support/postgres/killing.ts'
import type { Victim } from '../../support/postgres/killing.ts'
import { formatDecimal, median, formatInteger } from '../figures.ts'
import type { Figure } from '../figures.ts'
import { root } from '../paths.ts'

const times = 20
const maxSeconds = 5
const victims: Victim[] = ['app', 'postgres']

export async function kill(): Promise<Figure[]> {
  // A site usually starts with a compile cache.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
  const { recoveries, acknowledged, refused, lost, miscounted } = await killUnderLoad(
    Array.from({ length: times }, () => victims).flat(),
    ({ victim, milliseconds }) => console.log(`${victim} killed, ready after ${formatInteger(milliseconds)} ms`),
  )
  for (const what of [...lost, ...miscounted]) console.error(what)
  const kinds = Object.entries(acknowledged).map(([kind, count]) => `${formatInteger(count)} of kind ${kind}`)
  const readyAgain = victims.map((victim): Figure => {
    const seconds = recoveries.filter((one) => one.victim === victim).map(({ milliseconds }) => milliseconds / 1_000)
    const slowest = Math.max(...seconds)
    return {
      what: `kill -9 of ${victim === 'app' ? 'the server, started again' : 'PostgreSQL'} under load, ${times} times: ready again`,
      required: `< ${maxSeconds} s each time`,
      measured: `${formatDecimal(slowest, 1)} s at most, ${formatDecimal(median(seconds), 1)} s median`,
      passed: slowest < maxSeconds,
    }
  })
  return [
    {
      what: 'acknowledged writes that are lost',
      required: '0',
      measured: `${lost.length} of ${kinds.join(', ')}; ${formatInteger(refused)} were not acknowledged`,
      passed: lost.length === 0,
    },
    {
      what: 'counts that differ from their rows',
      required: '0',
      measured: String(miscounted.length),
      passed: miscounted.length === 0,
    },
    ...readyAgain,
  ]
}
