import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'
import { isLine } from '#shared/fields.ts'
import { emailPattern, normalizeEmail } from '#shared/users/email.ts'
import { splitHosts } from './database-address.ts'

export const network = z.string().refine(
  (text) => {
    try {
      return Boolean(compile([text]))
    } catch {
      return false
    }
  },
  { error: 'must be off, loopback, or a list of addresses and networks' },
)

export const wholeNumberText = z.string().regex(/^\d+$/, { error: 'must be a whole number' }).transform(Number)
export const singleLine = z.string().refine(isLine, { error: 'must be one line of text' })
export const email = z.string().overwrite(normalizeEmail).regex(emailPattern, { error: 'must be an email address' })
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => new URL(text))
  .refine((url) => /^\/*$/.test(url.href.replace(url.origin, '')), { error: 'must be an address without a path' })
  .transform((url) => url.origin)

const namesAndAddresses = 'must be names and addresses, as in X=https://x.com/name,GitHub=https://github.com/name'
export const socialLinks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim().split(/=(.*)/s)))
  .transform((entries) => entries.map(([name = '', url = '']) => ({ name: name.trim(), url: url.trim() })))
  .pipe(
    z.array(
      z.object({
        name: z.string().min(1, { error: namesAndAddresses }),
        url: z.url({ protocol: /^https?$/, error: namesAndAddresses }),
      }),
    ),
  )

const decodes = (text: string) => {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

const databaseText =
  'must be an address as in postgresql://user:password@db.example.com/site, with characters like / ? # % in the password percent-encoded'
/** Supported values of `sslmode`. pg treats any other value as verify-full, without a warning. */
const sslModes = [null, 'disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
/** Supported values of `target_session_attrs`. Excludes `standby` and `any`, since every server writes. */
const sessionAttributes = [null, 'read-write', 'primary']
const firstParameters = (url: string) => new URL(splitHosts(url)[0] ?? url).searchParams
const oneAddress = z.url({ protocol: /^postgres(ql)?$/ })
export const databaseAddress = z
  .string()
  // `abort` prevents `new URL` for an invalid address, since its error message would contain the password.
  .refine((url) => splitHosts(url).every((address) => oneAddress.safeParse(address).success), {
    error: databaseText,
    abort: true,
  })
  .refine(decodes, { error: databaseText, abort: true })
  .refine((url) => sslModes.includes(firstParameters(url).get('sslmode')), {
    error: `must have an sslmode of ${sslModes.slice(1).join(', ')}, or none`,
  })
  .refine((url) => sessionAttributes.includes(firstParameters(url).get('target_session_attrs')), {
    error: 'must have target_session_attrs of read-write or primary, or none',
  })

const freeMailDomains =
  /@(?:gmail|googlemail|outlook|hotmail|live|yahoo|ymail|icloud|me|aol|gmx|proton(?:mail)?|mail|yandex|zoho)\.(?:com|net|me|ru|de|es|fr|it|co\.uk)>?$/i
/** True if the sender is a free mailbox, and the SMTP server another provider's. Receivers refuse such mail (DMARC). */
export function isForeignMailbox(sender: string, smtpUrl = ''): boolean {
  const domain = freeMailDomains.exec(sender)?.[0].replaceAll(/[@>]/g, '').toLowerCase()
  return domain !== undefined && !(URL.parse(smtpUrl)?.hostname ?? '').endsWith(domain)
}
