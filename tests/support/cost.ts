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

async function measureMicros(of: FastifyInstance, sent: Sent): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < 3; time++) await send(of, sent)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 3
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What compiling and collecting garbage may take beside the request. */
const noiseMicros = 1_000

/** Hostile over honest request of the same size; measured again only where it seems too much. */
export async function costOf(of: FastifyInstance, hostile: Sent, honest: Sent): Promise<number> {
  const costs: { hostile: number; honest: number }[] = []
  let factor = 0
  do {
    costs.push({ honest: await measureMicros(of, honest), hostile: await measureMicros(of, hostile) })
    const [dear, usual] = [median(costs.map((cost) => cost.hostile)), median(costs.map((cost) => cost.honest))]
    factor = Math.max(0, dear - noiseMicros) / usual
  } while (factor >= 5 && costs.length < 7)
  return factor
}
