import { Agent, request } from 'node:http'

export type Asked = { status: number; milliseconds: number; type: string; body: Buffer }

/** Asks a server over connections that stay open. */
export function newAsker(
  origin: string,
  connections: number,
): (path: string, headers?: Record<string, string>) => Promise<Asked> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      const asked = request(origin + path, { agent, headers }, async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        resolve({
          status: answer.statusCode ?? 0,
          milliseconds: performance.now() - begun,
          type: answer.headers['content-type'] ?? '',
          body,
        })
      })
      asked.on('error', reject).end()
    })
}
