import * as z from 'zod/mini'
import { fieldError, isLine, abortingError, lineUpTo } from '../fields.ts'
import { PlainText } from '../library/schema.ts'
import { Locale } from '../locale.ts'
import { pageOf } from '../page.ts'
import { emailPattern, maxEmailLength, normalizeEmail } from './email.ts'
import { roles } from './rights.ts'

const emailError = fieldError('schema.email')
export const Email = z
  .string(emailError)
  .check(
    z.overwrite(normalizeEmail),
    z.maxLength(maxEmailLength, abortingError('schema.email_length', { max: maxEmailLength })),
    z.email({ ...emailError, pattern: emailPattern }),
  )

const iterationMarks = 'ー々ゝゞヽヾๆໆៗ'
/** Letters in Unicode that readers do not recognize as such: fillers, tatweel, ʼ, clicks, saltillos. */
export const nonLetters = new RegExp(
  String.raw`\p{Default_Ignorable_Code_Point}|(?![${iterationMarks}])\p{Lm}|[\u01c0-\u01c3\ua78b\ua78c\ua78f]`,
  'gu',
)
const usernamePattern = /^(?=.*(?!\p{Lm})[\p{L}\p{N}])[\p{L}\p{N}_-]{3,30}$/u
const usernameLengths = { min: 3, max: 30 }
export const usernameError = fieldError('schema.username', usernameLengths)
const maxTypedNameLength = 200 // longer input is refused unread: normalizing takes quadratic time
/** Username. The server also refuses mixed scripts and names that look like another. */
export const Username = z.string(usernameError).check(
  z.maxLength(maxTypedNameLength, abortingError('schema.username', usernameLengths)),
  z.normalize('NFKC'),
  z.refine((name) => usernamePattern.test(name) && name.search(nonLetters) < 0, usernameError),
)

export const minPasswordLength = 8
export const maxPasswordLength = 128
export const passwordError = fieldError('schema.text_length', { min: minPasswordLength, max: maxPasswordLength })
/** New password. Its length is measured in NFC, in which it is hashed. */
export const NewPassword = z.string(passwordError).check(
  z.maxLength(
    4 * maxPasswordLength,
    abortingError('schema.text_length', { min: minPasswordLength, max: maxPasswordLength }),
  ),
  z.normalize('NFC'),
  z.minLength(minPasswordLength, passwordError),
  z.maxLength(maxPasswordLength, passwordError),
  z.refine((text) => text.isWellFormed(), fieldError('schema.well_formed')),
)

const colorError = fieldError('schema.color')
export const AvatarColor = z.string(colorError).check(
  z.toLowerCase(),
  z.refine((text) => /^#[0-9a-f]{6}$/.test(text), colorError),
)
const maxNameLength = 60
const Name = lineUpTo(maxNameLength)
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const NewUser = z.object({ email: Email, name: Name, surname: Name, password: NewPassword })
export type NewUser = z.infer<typeof NewUser>
export const Registered = z.object({ username: z.string(), email: z.string() })

/** Log-in. It is not validated, so that impossible credentials get the response of wrong ones. */
export const Credentials = z.object({
  email: PlainText.check(z.maxLength(1000)),
  password: z.string().check(z.maxLength(1000)),
})
export type Credentials = z.infer<typeof Credentials>

/** `access` is valid for 15 minutes. `refresh` can be used once, within 30 days. */
export const TokenPair = z.object({ access: z.string(), refresh: z.string() })
export type TokenPair = z.infer<typeof TokenPair>
export const RefreshRequest = z.object({ refresh: z.string().check(z.maxLength(1000)) })
export const GoogleSignIn = z.object({
  access_token: z.string().check(z.maxLength(8000)),
  nonce: z.string().check(z.maxLength(200)),
})
export type GoogleSignIn = z.infer<typeof GoogleSignIn>
export const GoogleCode = z.object({ code: z.string().check(z.maxLength(200)) })

export const Me = z.object({
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_color: z.string(),
  language: Locale,
  register_date: z.iso.datetime(),
  role: Role,
  has_password: z.boolean(),
  is_email_confirmed: z.boolean(),
})
export type Me = z.infer<typeof Me>
const shortLineError = fieldError('schema.short_line', { max: maxNameLength })
const MeName = z.string(shortLineError).check(
  z.maxLength(maxNameLength, shortLineError),
  z.refine((text) => text === '' || isLine(text), shortLineError),
)
export const MeChanges = z.partial(
  z.object({ username: Username, avatar_color: AvatarColor, language: Locale, first_name: MeName, last_name: MeName }),
)
export type MeChanges = z.infer<typeof MeChanges>

const CurrentPassword = z.optional(z.string().check(z.maxLength(1000)))
const FreshGoogle = z.optional(GoogleSignIn) // Google sign-in of the last five minutes; required without a password
export const PasswordChange = z.object({
  current_password: CurrentPassword,
  google: FreshGoogle,
  new_password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>
export const EmailChange = z.object({ email: Email, password: CurrentPassword, google: FreshGoogle })
export type EmailChange = z.infer<typeof EmailChange>
export const AccountRemoval = z.object({ password: CurrentPassword, google: FreshGoogle })
export type AccountRemoval = z.infer<typeof AccountRemoval>

const OneTimeToken = z.string().check(z.maxLength(200))
/** Body of a 409: an account has this address. `link_token` links it to Google within 15 minutes. */
export const LinkRequired = z.object({
  detail: z.string(),
  code: z.literal('link_required'),
  link_token: z.string(),
  email: z.string(),
})
export type LinkRequired = z.infer<typeof LinkRequired>
export const GoogleLink = z.object({ link_token: OneTimeToken, password: z.string().check(z.maxLength(1000)) })
export type GoogleLink = z.infer<typeof GoogleLink>
export const GoogleLinkMail = z.object({ link_token: OneTimeToken })
export const GoogleLinkConfirmation = z.object({ token: OneTimeToken })
export const EmailConfirmation = z.object({ token: OneTimeToken })
export const ConfirmedEmail = z.object({ email: z.string(), was_confirmed: z.boolean() })
export const PasswordResetRequest = z.object({ email: PlainText.check(z.maxLength(1000)) })
export const PasswordReset = z.object({ token: OneTimeToken, password: z.string().check(z.maxLength(1000)) })
export type PasswordReset = z.infer<typeof PasswordReset>

export const Session = z.object({
  id: z.string(),
  device: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export const SessionPage = pageOf(Session)
export type SessionPage = z.infer<typeof SessionPage>

const isLocalPath = (text: string) =>
  /^\/(?![/\\])/.test(text) && !/[\p{Cc}\\]/u.test(text) && !/^\/[^?#]*\/\//.test(text)
const maxPathLength = 2000
/** Decodes percent escapes of ASCII until nothing changes. Others have no meaning in a URL. */
function decode(text: string): string {
  const decoded = text.replaceAll(/%([0-7][\da-f])/gi, (_sign, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return decoded === text ? text : decode(decoded)
}
/** Returns a path of this site, else the fallback: for `//evil`, `\evil`, schemes and encoded forms of these. */
export function safePath(path: string | null | undefined, fallback = '/'): string {
  if (!path || path.length > maxPathLength) return fallback
  return isLocalPath(path) && isLocalPath(decode(path)) ? path : fallback
}
