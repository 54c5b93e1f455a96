import { Agent, request } from 'node:http'

export type TimedResponse = { status: number; milliseconds: number; type: string; body: Buffer }

export function createFetcher(
  origin: string,
  connections: number,
): (path: string, headers?: Record<string, string>, payload?: string) => Promise<TimedResponse> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return (path, headers = {}, payload?: string) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const method = payload === undefined ? 'GET' : 'POST'
      const outgoing = request(origin + path, { method, agent, headers }, async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        resolve({
          status: answer.statusCode ?? 0,
          milliseconds: performance.now() - startedAt,
          type: answer.headers['content-type'] ?? '',
          body,
        })
      })
      outgoing.on('error', reject).end(payload)
    })
}
