import { STATUS_CODES } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { permissionsPolicy } from './security.ts'

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Another version than 1.0 and 1.1, or HTTP/1.1 without Host: Node's own refusal would have no header of ours. */
export const isMalformed = ({ httpVersion, headers }: IncomingMessage) =>
  httpVersion !== '1.0' && (httpVersion !== '1.1' || headers.host === undefined)

/** Answers what Node cannot parse, which meets no route or hook: with the body and headers of any problem. */
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
