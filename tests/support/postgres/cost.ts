import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string }

const agent = new Agent({ keepAlive: true })

function send(of: FastifyInstance, { path, method = 'GET', headers, body }: Sent): Promise<void> {
  const { port } = of.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, agent, maxHeaderSize: 65_536, ...(headers && { headers }) },
      (answer) => {
        answer.resume()
        answer.once('end', resolve)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

async function measureMicros(of: FastifyInstance, sent: Sent, times = 3): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) await send(of, sent)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measureOften(of: FastifyInstance, sent: Sent): Promise<number> {
  const costs: number[] = []
  for (let time = 0; time < 7; time++) costs.push(await measureMicros(of, sent))
  return median(costs)
}

const noiseMicros = 1_000
const usual = new WeakMap<Sent, Promise<number>>()

/** Cost ratio of a hostile to an honest request of equal size; repeated only if it seems high. */
export async function costOf(of: FastifyInstance, hostile: Sent, honest: Sent): Promise<number> {
  const measured = usual.get(honest) ?? measureOften(of, honest)
  usual.set(honest, measured)
  const honestMicros = await measured
  const once = (await measureMicros(of, hostile, 1)) - noiseMicros
  if (once < 5 * honestMicros) return Math.max(0, once) / honestMicros
  const costs: { hostile: number; honest: number }[] = []
  let factor = 0
  do {
    costs.push({ honest: await measureMicros(of, honest), hostile: await measureMicros(of, hostile) })
    const [dear, cheap] = [median(costs.map((cost) => cost.hostile)), median(costs.map((cost) => cost.honest))]
    factor = Math.max(0, dear - noiseMicros) / cheap
  } while (factor >= 5 && costs.length < 7)
  return factor
}
