import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import type { Places, AnswerKey } from '#shared/words.ts'
import type { Letter } from '../mail-layout.ts'
import { sayIn } from '../words.ts'

/** Whom a mail greets. */
export type Addressee = { first_name: string; username: string }
type Facts = { site: Pick<Site, 'name' | 'url'>; locale: Locale; person: Addressee }

const looksLikeAddress = /:\/\/|www\.|@|\p{L}\.\p{L}{2}/u

/** One line; a name that a mail program would make a link of is left out, for who registers may not be who reads. */
function greet(locale: Locale, { first_name, username }: Addressee): string {
  const name = (first_name || username).replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return looksLikeAddress.test(name) ? sayIn(locale, 'mails.hello') : sayIn(locale, 'mails.hello_name', { name })
}

type Texts = { subject: AnswerKey; text: AnswerKey; note: AnswerKey; label?: AnswerKey }
function write({ site, locale, person }: Facts, texts: Texts, path?: string, places: Places = {}): Letter {
  const say = (key: AnswerKey) => sayIn(locale, key, { site: site.name, ...places })
  return {
    locale,
    subject: say(texts.subject),
    greeting: greet(locale, person),
    text: say(texts.text),
    ...(texts.label && path && { action: { label: say(texts.label), url: site.url + path } }),
    note: say(texts.note),
  }
}

const withToken = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`

export const welcome = (facts: Facts, token: string) =>
  write(
    facts,
    {
      subject: 'mails.welcome.subject',
      text: 'mails.welcome.text',
      label: 'mails.welcome.label',
      note: 'mails.welcome.note',
    },
    withToken(paths.confirmEmail, token),
  )

export const passwordReset = (facts: Facts, token: string) =>
  write(
    facts,
    { subject: 'mails.reset.subject', text: 'mails.reset.text', label: 'mails.reset.label', note: 'mails.reset.note' },
    withToken(paths.resetPassword, token),
  )

export const passwordChanged = (facts: Facts) =>
  write(
    facts,
    {
      subject: 'mails.password_changed.subject',
      text: 'mails.password_changed.text',
      label: 'mails.password_changed.label',
      note: 'mails.password_changed.note',
    },
    paths.forgotPassword,
  )

export const newAddress = (facts: Facts, token: string, email: string) =>
  write(
    facts,
    {
      subject: 'mails.new_address.subject',
      text: 'mails.new_address.text',
      label: 'mails.new_address.label',
      note: 'mails.new_address.note',
    },
    withToken(paths.confirmEmail, token),
    { email },
  )

/** To the address that was: it does not tell the one that is. */
export const addressChanged = (facts: Facts, email: string) =>
  write(
    facts,
    {
      subject: 'mails.address_changed.subject',
      text: 'mails.address_changed.text',
      note: 'mails.address_changed.note',
    },
    undefined,
    { email },
  )
