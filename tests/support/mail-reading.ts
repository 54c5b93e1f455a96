import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './postgres/database.ts'

export type ReadMail = {
  file: string
  headers: Record<string, string>
  subject: string
  text: string
  html: string
  link: string
  token: string
}

function decode(body: string, encoding = ''): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(encoding)) return body
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Encoded words; adjacent ones are joined (RFC 2047). */
function decodeWords(header: string): string {
  const words = header.replaceAll(/\?=\s+=\?/g, '?==?')
  return words.replaceAll(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_all, kind: string, text: string) =>
    decode(kind.toUpperCase() === 'Q' ? text.replaceAll('_', ' ') : text, kind === 'B' ? 'base64' : 'quoted-printable'),
  )
}

function split(message: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = message.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.filter(Boolean).map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
  ) as Record<string, string>
  return { headers, body: rest.join('\r\n\r\n') }
}

export function readMail(message: string, file = ''): ReadMail {
  const { headers, body } = split(message)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')))
  const [text = '', html = ''] = ['text/plain', 'text/html'].map((type) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return part && decode(part.body, part.headers['content-transfer-encoding']).replaceAll('\r\n', '\n')
  })
  const [link = '', token = ''] = /https?:\S+\?token=([\w-]+)/.exec(text) ?? []
  return { file, headers, subject: decodeWords(headers.subject ?? ''), text, html, link, token }
}

export function mailsIn(folder: string, email: string): ReadMail[] {
  const outbox = join(folder, 'outbox')
  if (!existsSync(outbox)) return []
  const files = readdirSync(outbox).filter((file) => file.endsWith('.eml'))
  const mails = files.toSorted().map((file) => readMail(readFileSync(join(outbox, file), 'utf8'), file))
  return mails.filter(({ headers }) => headers.to === email)
}

export async function lastMailIn(folder: string, email: string, after = 0): Promise<ReadMail> {
  await until(() => mailsIn(folder, email).length > after)
  const last = mailsIn(folder, email).at(-1)
  if (!last) throw new Error(`There is no mail to ${email}.`)
  return last
}
