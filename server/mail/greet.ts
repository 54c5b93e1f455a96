import type { Locale } from '#shared/locale.ts'
import { translate } from '../translate.ts'

export type Addressee = { first_name: string; username: string }

/** Pattern of a name without URLs and phone numbers. A stranger may have registered with the reader's address. */
const looksLikeName = /^(?=.{1,40}$)\p{L}[\p{L}\p{M}'’‐-]*\.?(?: +[\p{L}\p{M}'’‐-]+\.?)*$/u

export function greetingFor(locale: Locale, { first_name, username }: Addressee): string {
  const name = (first_name || username).trim()
  return looksLikeName.test(name) ? translate(locale, 'mails.hello_name', { name }) : translate(locale, 'mails.hello')
}
