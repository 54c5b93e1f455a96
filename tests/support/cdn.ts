import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Kept = { status: number; body: string; tags: string[]; varies: string }
type Purge = { headers: IncomingMessage['headers']; body: { tags?: string[]; surrogate_keys?: string[] } }

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of message) text += String(part)
  return text
}

const variesOf = (message: IncomingMessage, vary: string | null) =>
  (vary ?? '')
    .split(', ')
    .map((name) => `${name}: ${String(message.headers[name])}`)
    .join('\n')

/** Stands in for a CDN: keeps what may be kept, by address and what varies, and drops by tags. */
export async function startCdn() {
  let origins: string[] = []
  let turn = 0
  let isAway = false
  let refused = 0
  const kept = new Map<string, Kept[]>()
  const purges: Purge[] = []
  async function purge(message: IncomingMessage): Promise<number> {
    const body = JSON.parse(await textOf(message)) as Purge['body']
    if (isAway) {
      refused++
      return 500
    }
    purges.push({ headers: message.headers, body })
    const dropped = body.tags ?? body.surrogate_keys ?? []
    for (const [url, all] of kept)
      kept.set(
        url,
        all.filter(({ tags }) => !tags.some((tag) => dropped.includes(tag))),
      )
    return 200
  }
  async function serve(message: IncomingMessage): Promise<Kept & { isHit: boolean }> {
    const { url = '/', headers } = message
    const found = kept.get(url)?.find(({ varies }) => {
      const names = varies
        .split('\n')
        .map((line) => line.split(': ')[0])
        .join(', ')
      return variesOf(message, names) === varies
    })
    if (found) return { ...found, isHit: true }
    const asked = Object.entries(headers).filter(([name]) => !['host', 'connection'].includes(name))
    const answer = await fetch((origins[turn++ % origins.length] ?? '') + url, {
      headers: Object.fromEntries(asked) as Record<string, string>,
    })
    const control = answer.headers.get('cache-control') ?? ''
    const tags = (answer.headers.get('surrogate-key') ?? answer.headers.get('cache-tag') ?? '').split(/[ ,]/)
    const one = {
      status: answer.status,
      body: await answer.text(),
      tags,
      varies: variesOf(message, answer.headers.get('vary')),
    }
    const isKept = /(?:^|, )public/.test(control) && /s-maxage=[1-9]/.test(control) && !answer.headers.has('set-cookie')
    if (isKept) kept.set(url, [...(kept.get(url) ?? []), one])
    return { ...one, isHit: false }
  }
  const server = createServer((message, response) => {
    const answering =
      message.url === '/_purge'
        ? purge(message).then((status) => response.writeHead(status).end())
        : serve(message).then(({ status, body, isHit }) =>
            response.writeHead(status, { 'x-hit': String(isHit) }).end(body),
          )
    void answering.catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    purgeUrl: `${url}/_purge`,
    purges,
    before: (addresses: string[]) => (origins = addresses),
    refused: () => refused,
    setAway: (value: boolean) => (isAway = value),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
