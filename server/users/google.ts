import { createPublicKey } from 'node:crypto'
import type { OAuth2Client, TokenPayload } from 'google-auth-library'
import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { Email } from '#shared/users.ts'
import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import { Refusal, WrongField } from '../problem.ts'
import { addAccount } from './accounts.ts'
import { makeToken, takeToken } from './one-time-tokens.ts'
import { endSessions, hashOf, randomToken, startSession } from './sessions.ts'
import type { Fresh } from './sessions.ts'
import { queueMail } from './users.jobs.ts'

const issuers = ['accounts.google.com', 'https://accounts.google.com']
/** ms after which keys are fetched again where the answer did not say, and the least between two fetches. */
const [keysLast, keysRest] = [3_600_000, 10_000]
const KeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })
const Header = z.object({ kid: z.string(), alg: z.literal('RS256') })

type Keys = { pems: Record<string, string>; fetched_at: number; until: number }

function headerOf(credential: string) {
  try {
    return Header.parse(JSON.parse(Buffer.from(credential.split('.')[0] ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}

/** Google's public keys by their ids, fetched when they are needed, have expired, or a new one is named. */
class GoogleKeys {
  #url: string
  #keys: Promise<Keys> | undefined

  constructor(url: string) {
    this.#url = url
  }

  async #fetch(): Promise<Keys> {
    const response = await fetch(this.#url, { signal: AbortSignal.timeout(5_000) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { keys } = KeySet.parse(await response.json())
    const pems = keys.map((key) => [
      key.kid,
      createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string,
    ])
    const age = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
    const now = Date.now()
    return { pems: Object.fromEntries(pems), fetched_at: now, until: now + (age ? Number(age) * 1000 : keysLast) }
  }

  /** Throws 503 when Google cannot be asked. */
  async find(kid: string): Promise<Record<string, string>> {
    const known = await this.#keys?.catch(() => null)
    const isStale = !known || known.until < Date.now()
    const isNew = known && !(kid in known.pems) && known.fetched_at < Date.now() - keysRest
    if (isStale || isNew) this.#keys = this.#fetch()
    return (
      await (this.#keys as Promise<Keys>).catch(() => {
        this.#keys = undefined
        throw new Refusal(503, 'problem.busy')
      })
    ).pems
  }
}

/** Whom a credential of Google's speaks of. */
type GooglePerson = { sub: string; email: string; given_name: string; family_name: string; expires_at: Date }

/** Loaded with the first credential: a server where nobody signs in by Google does without its 20 MB. */
let library: Promise<OAuth2Client> | undefined
const loadLibrary = () => (library ??= import('google-auth-library').then((google) => new google.OAuth2Client()))

/** Checks credentials for one audience: signature, issuer, audience, time, nonce and a verified address. */
export class GoogleSignIns {
  #audience: string
  #keys: GoogleKeys

  constructor(audience: string, certsUrl: string) {
    this.#audience = audience
    this.#keys = new GoogleKeys(certsUrl)
  }

  /** `nonce` null: the redirect mode, which sends none. Throws 400. */
  async check(credential: string, nonce: string | null): Promise<GooglePerson> {
    const header = headerOf(credential)
    const wrong = new WrongField('access_token', 'users.problem.google')
    if (!header) throw wrong
    const pems = await this.#keys.find(header.kid)
    const google = await loadLibrary()
    // The library's messages hold the whole token: they go nowhere.
    const payload: TokenPayload | undefined = await google
      .verifySignedJwtWithCertsAsync(credential, pems, this.#audience, issuers)
      .then((ticket) => ticket.getPayload())
      .catch(() => {
        throw wrong
      })
    const email = Email.safeParse(payload?.email)
    if (!payload || payload.email_verified !== true || !email.success) throw wrong
    if (nonce !== null && payload.nonce !== nonce) throw new WrongField('nonce', 'users.problem.google')
    const { sub, given_name = '', family_name = '', exp } = payload
    return { sub, email: email.data, given_name, family_name, expires_at: new Date(exp * 1000 + 300_000) }
  }
}

const line = (name: string) =>
  name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 60)

/**
 * The account of whom Google vouches for: by Google's own name for the person, else by the address, else a new one. Each
 * credential is taken once. Throws 400.
 */
async function identify(
  transaction: Prisma.TransactionClient,
  credential: string,
  { sub, email, given_name, family_name, expires_at }: GooglePerson,
  language: Locale,
): Promise<number> {
  const refused = new WrongField('access_token', 'users.problem.google')
  const used = await transaction.usedCredential.createMany({
    // What is signed: the signature itself can be written in several ways.
    data: [{ hash: hashOf(credential.split('.', 2).join('.')), expires_at }],
    skipDuplicates: true,
  })
  if (used.count === 0) throw refused
  // Two first sign-ins of one person wait for each other here.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('google'), hashtext(${sub}))`
  const [known] = await transaction.$queryRaw<{ id: number; google_sub: string | null; is_confirmed: boolean }[]>`
    SELECT id, google_sub, email_confirmed_at IS NOT NULL AS is_confirmed FROM "user"
     WHERE google_sub = ${sub} OR email = ${email} ORDER BY google_sub = ${sub} DESC NULLS LAST LIMIT 1 FOR UPDATE`
  if (known?.google_sub === sub) return known.id
  if (known) {
    if (known.google_sub !== null) throw refused
    // Whoever registered the address without confirming it may not be its owner: that password, its sign-ins and links end.
    if (!known.is_confirmed) {
      await endSessions(transaction, known.id)
      await transaction.collection.updateMany({ where: { user_id: known.id }, data: { share_key: null } })
    }
    await transaction.user.update({
      where: { id: known.id },
      data: { google_sub: sub, ...(!known.is_confirmed && { email_confirmed_at: new Date(), password_hash: null }) },
    })
    return known.id
  }
  const names = { first_name: line(given_name), last_name: line(family_name) }
  const name = `${names.first_name} ${names.last_name}`.trim() || (email.split('@')[0] ?? '')
  const account = { email, email_confirmed_at: new Date(), ...names, google_sub: sub, language }
  // Whoever registers the address in this very moment was faster: the next try finds the account.
  const added = await addAccount(transaction, name, account)
  if (!added) throw new Refusal(503, 'problem.busy')
  await queueMail(transaction, { kind: 'welcome', user_id: added.id })
  return added.id
}

type Asking = { credential: string; person: GooglePerson; locale: Locale }

export function signInByGoogle({ credential, person, locale }: Asking, device: string): Promise<Fresh> {
  return db.$transaction(async (transaction) =>
    startSession(transaction, await identify(transaction, credential, person, locale), device),
  )
}

/** What the redirect mode leads back with: the `code` stands in an address, the `binding` in a cookie of that browser alone. */
export type BoundCode = { code: string; binding: string }
const tokenOf = ({ code, binding }: BoundCode) => `${code}.${binding}`

/** For the redirect mode: a code that the same browser exchanges within a minute, so that no token stands in an address. */
export function codeByGoogle({ credential, person, locale }: Asking): Promise<BoundCode> {
  const bound = { code: randomToken(), binding: randomToken() }
  return db.$transaction(async (transaction) => {
    const user_id = await identify(transaction, credential, person, locale)
    await makeToken(transaction, { purpose: 'google', user_id }, tokenOf(bound))
    return bound
  })
}

/** Throws WrongField for a code that was used, has expired, never was, or was given to another browser. */
export function signInByCode(bound: BoundCode, device: string): Promise<Fresh> {
  return db.$transaction(async (transaction) => {
    const taken = await takeToken(transaction, 'google', tokenOf(bound))
    if (!taken) throw new WrongField('code', 'users.problem.wrong_link')
    return startSession(transaction, taken.user_id, device)
  })
}
