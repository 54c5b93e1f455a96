import type { FastifyReply } from 'fastify'
import { translate } from '../messages.ts'
import type { ProblemKey } from '../messages.ts'

type Notice = {
  messageKey: ProblemKey
  address: string
  after: number
  wait: string
}

export function sendNotice(reply: FastifyReply, { messageKey, address, after, wait }: Notice) {
  const { locale } = reply.request
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return reply
    .headers({ 'retry-after': wait, refresh: `${after}; url=${address}` })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${locale}"><title>${reply.statusCode}</title><a href="${href}">${translate(locale, messageKey)}</a></html>`,
    )
}
