import * as z from 'zod/mini'
import { Line, PlainText } from './library.ts'
import { Locale } from './locale.ts'
import { pageOf } from './page.ts'
import type { AnswerKey } from './words.ts'

const word = (key: AnswerKey) => key
/** A pattern, and the text that says what fits it. */
const fits = (pattern: RegExp, error: AnswerKey) => z.refine<string>((text) => pattern.test(text), { error })

/** An address as it is kept and compared: trimmed and in lower case; 254 characters are the most that mail can carry. */
export const Email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254),
  z.email(),
  z.refine((text) => text.isWellFormed()),
)

/** What a person may choose: letters and digits of any script, _ and -. */
export const Username = z.string().check(fits(/^[\p{L}\p{N}_-]{3,30}$/u, 'users.problem.username'))

export const shortestPassword = 8
export const longestPassword = 128
/** The server also refuses the commonest passwords and the e-mail address itself. */
export const NewPassword = z.string().check(
  z.minLength(shortestPassword, { error: word('users.problem.password_length') }),
  z.maxLength(longestPassword, { error: word('users.problem.password_length') }),
  z.refine((text) => text.isWellFormed(), { error: word('users.problem.line') }),
)

export const AvatarColor = z.string().check(z.toLowerCase(), fits(/^#[0-9a-f]{6}$/, 'users.problem.color'))
export const defaultAvatarColor = '#4c2fa2'
const Name = Line.check(z.maxLength(60))
export const Role = z.enum(['user', 'moderator', 'admin'])
export type Role = z.infer<typeof Role>

export const NewUser = z.object({ email: Email, name: Name, surname: Name, password: NewPassword })
export type NewUser = z.infer<typeof NewUser>
export const Registered = z.object({ username: z.string(), email: z.string() })

/** Whatever was typed: what cannot be right is answered like what is wrong. */
export const Credentials = z.object({
  email: PlainText.check(z.maxLength(1000)),
  password: z.string().check(z.maxLength(1000)),
})
export type Credentials = z.infer<typeof Credentials>

/** `access` lasts 15 minutes, `refresh` 30 days and is good for one use. */
export const TokenPair = z.object({ access: z.string(), refresh: z.string() })
export type TokenPair = z.infer<typeof TokenPair>
export const RefreshRequest = z.object({ refresh: z.string().check(z.maxLength(1000)) })
export const GoogleSignIn = z.object({
  /** The credential that Google gave: an ID token. */
  access_token: z.string().check(z.maxLength(8000)),
  nonce: z.string().check(z.maxLength(200)),
})
/** What the redirect mode of Google's sign-in brings to /oauth/google. */
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
/** A name may be emptied. */
const MeName = z.string().check(
  z.maxLength(60),
  z.refine((text) => text === '' || Line.safeParse(text).success, { error: word('users.problem.line') }),
)
export const MeChanges = z.partial(
  z.object({ username: Username, avatar_color: AvatarColor, language: Locale, first_name: MeName, last_name: MeName }),
)
export type MeChanges = z.infer<typeof MeChanges>

/** `current_password` is asked of everyone who has one. */
const CurrentPassword = z.optional(z.string().check(z.maxLength(1000)))
export const PasswordChange = z.object({ current_password: CurrentPassword, new_password: NewPassword })
export type PasswordChange = z.infer<typeof PasswordChange>
/** Takes effect once the link in the mail to the new address was opened. */
export const EmailChange = z.object({ email: Email, password: CurrentPassword })
export type EmailChange = z.infer<typeof EmailChange>
export const AccountRemoval = z.object({ password: CurrentPassword })

const OneTimeToken = z.string().check(z.maxLength(200))
export const EmailConfirmation = z.object({ token: OneTimeToken })
export const PasswordResetRequest = z.object({ email: PlainText.check(z.maxLength(1000)) })
/** The server also says under `new_password` what is wrong with the password, and under `token` that the link is no good. */
export const PasswordReset = z.object({ token: OneTimeToken, password: z.string().check(z.maxLength(1000)) })
export type PasswordReset = z.infer<typeof PasswordReset>

export const Session = z.object({
  id: z.string(),
  /** The browser and system, as far as they can be told from its User-Agent. */
  device: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export const SessionPage = pageOf(Session)
export type SessionPage = z.infer<typeof SessionPage>

const isOurs = (text: string) => /^\/(?![/\\])/.test(text) && !/[\p{Cc}\\]/u.test(text) && !/^\/[^?#]*\/\//.test(text)
const longestPath = 2000
/** As far as it goes, however often it was encoded; what means something to an address is ASCII. */
function decode(text: string): string {
  const decoded = text.replaceAll(/%([0-7][\da-f])/gi, (_sign, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return decoded === text ? text : decode(decoded)
}
/** Only a path of this site: `//evil`, `\evil`, other schemes and encoded forms of them lead to the fallback. */
export function safePath(path: string | null | undefined, fallback = '/'): string {
  if (!path || path.length > longestPath) return fallback
  return isOurs(path) && isOurs(decode(path)) ? path : fallback
}
