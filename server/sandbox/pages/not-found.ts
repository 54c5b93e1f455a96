import type { FastifyReply } from 'fastify'
import type { Locale, Translate } from '../translate.ts'
import { html, sendPage } from './html.ts'

export function sendNotFound(reply: FastifyReply, words: { locale: Locale; t: Translate }) {
  const title = words.t('sandbox.not_found')
  return sendPage(reply, { ...words, title, status: 404, body: html`<section><h1>${title}</h1></section>` })
}
