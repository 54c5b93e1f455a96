import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { greet } from '../mail/greet.ts'
import type { Addressee } from '../mail/greet.ts'
import type { Letter } from '../mail/layout.ts'
import { translate } from '../translate.ts'
import type { messages } from './messages.en.ts'

type Facts = { site: Pick<Site, 'name' | 'url'>; locale: Locale; person: Addressee }

type Name = keyof typeof messages.users.mails
function write({ site, locale, person }: Facts, name: Name, path?: string, email = ''): Letter {
  const params = { site: site.name, email }
  return {
    locale,
    subject: translate(locale, `users.mails.${name}.subject`, params),
    greeting: greet(locale, person),
    text: translate(locale, `users.mails.${name}.text`, params),
    ...(path &&
      name !== 'address_changed' && {
        action: { label: translate(locale, `users.mails.${name}.label`), url: site.url + path },
      }),
    note: translate(locale, `users.mails.${name}.note`, params),
  }
}

const withToken = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`

export const welcome = (facts: Facts, token: string) => write(facts, 'welcome', withToken(paths.confirmEmail, token))

export const passwordReset = (facts: Facts, token: string) =>
  write(facts, 'reset', withToken(paths.resetPassword, token))

export const passwordChanged = (facts: Facts) => write(facts, 'password_changed', paths.forgotPassword)

export const newAddress = (facts: Facts, token: string, email: string) =>
  write(facts, 'new_address', withToken(paths.confirmEmail, token), email)

/** To the former address, which must not learn the new one. */
export const addressChanged = (facts: Facts, email: string) => write(facts, 'address_changed', undefined, email)

export const googleLink = (facts: Facts, token: string) => write(facts, 'google_link', withToken(paths.google, token))

export const googleLinked = (facts: Facts) => write(facts, 'google_linked', paths.forgotPassword)
