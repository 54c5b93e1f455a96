import type { FastifyReply } from 'fastify'
import { translateMessage } from '../translate.ts'
import type { TranslatableProblem } from '../translate.ts'

type Notice = {
  messageKey: TranslatableProblem
  address: string
  after: number
  wait: string
}

export function sendHtmlNotice(reply: FastifyReply, { messageKey, address, after, wait }: Notice) {
  const { locale } = reply.request
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return reply
    .headers({ 'retry-after': wait, refresh: `${after}; url=${address}` })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${locale}"><title>${reply.statusCode}</title><a href="${href}">${translateMessage(locale, messageKey)}</a></html>`,
    )
}
