import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Attribute = { key: string; value: Record<string, unknown> }
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status?: { code?: number }
  attributes: Attribute[]
}
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[] }

export const attributesOf = (span: ReceivedSpan) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Receives traces as a collector does, by OTLP over HTTP. */
export async function startCollector() {
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    if (request.url === '/v1/traces' && request.method === 'POST') bodies.push(body)
    headers.push(request.headers)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    text: () => bodies.join('\n'),
    services: () =>
      bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans.flatMap(({ resource }) => resource.attributes)),
    spans: (): ReceivedSpan[] =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => server.close(),
  }
}
