import { STATUS_CODES } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { permissionsPolicy } from './security.ts'

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** True for a request that Node would refuse without our headers: HTTP/0.9, HTTP/2, or no Host header. */
export const isMalformed = ({ httpVersion, headers }: IncomingMessage) =>
  httpVersion !== '1.0' && (httpVersion !== '1.1' || headers.host === undefined)

/** Responds to requests that Node cannot parse, with our headers and body. They reach no route and no hook. */
export const createClientErrorHandler =
  ({ strictTransport }: { strictTransport: string | null }) =>
  ({ code = '' }: { code?: string }, socket: Duplex): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statuses[code] ?? 400
    const body = JSON.stringify({ detail: STATUS_CODES[status] })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${body.length}`,
      'Cache-Control: no-store',
      "Content-Security-Policy: default-src 'none';frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'X-Frame-Options: DENY',
      `Permissions-Policy: ${permissionsPolicy}`,
      ...(strictTransport === null ? [] : [`Strict-Transport-Security: ${strictTransport}`]),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
