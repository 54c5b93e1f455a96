import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { greetingFor } from '../mail/greet.ts'
import type { Addressee } from '../mail/greet.ts'
import type { Letter } from '../mail/letter.ts'
import { translate } from '../translate.ts'
import type { messages } from './messages.en.ts'

type Facts = { site: Pick<Site, 'name' | 'url'>; locale: Locale; person: Addressee }

type MailName = keyof typeof messages.users.mails
function letterOf({ site, locale, person }: Facts, name: MailName, path?: string, email = ''): Letter {
  const params = { site: site.name, email }
  return {
    locale,
    subject: translate(locale, `users.mails.${name}.subject`, params),
    greeting: greetingFor(locale, person),
    text: translate(locale, `users.mails.${name}.text`, params),
    ...(path &&
      name !== 'address_changed' && {
        action: { label: translate(locale, `users.mails.${name}.label`), url: site.url + path },
      }),
    note: translate(locale, `users.mails.${name}.note`, params),
  }
}

const withToken = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`

export const welcomeMail = (facts: Facts, token: string) =>
  letterOf(facts, 'welcome', withToken(paths.confirmEmail, token))

export const passwordResetMail = (facts: Facts, token: string) =>
  letterOf(facts, 'reset', withToken(paths.resetPassword, token))

export const passwordChangedMail = (facts: Facts) => letterOf(facts, 'password_changed', paths.forgotPassword)

export const newAddressMail = (facts: Facts, token: string, email: string) =>
  letterOf(facts, 'new_address', withToken(paths.confirmEmail, token), email)

export const addressChangedMail = (facts: Facts, email: string) => letterOf(facts, 'address_changed', undefined, email)

export const googleLinkMail = (facts: Facts, token: string) =>
  letterOf(facts, 'google_link', withToken(paths.google, token))

export const googleLinkedMail = (facts: Facts) => letterOf(facts, 'google_linked', paths.forgotPassword)
