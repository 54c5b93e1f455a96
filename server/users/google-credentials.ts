import type { OAuth2Client } from 'google-auth-library'
import { z } from 'zod'
import { Email } from '#shared/users/schema.ts'
import type { GoogleSignIn } from '#shared/users/schema.ts'
import type { Prisma } from '../database/db.ts'
import type { Settings } from '../settings/settings.ts'
import { GoogleKeys } from './google-keys.ts'
import { tokenHash } from './sessions.ts'

const clockSkewSeconds = 300
const recentMs = 300_000
const issuers = ['accounts.google.com', 'https://accounts.google.com']
/** Header of a token. `crit` (RFC 7515) lists required extensions; none is supported, so it is refused. */
const Header = z.object({ alg: z.literal('RS256'), kid: z.string(), crit: z.never().optional() })
const Claims = z.object({
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: Email,
  email_verified: z.literal([true, 'true']),
  hd: z.string().min(1).optional(),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
  nonce: z.unknown().optional(),
  iat: z.number(),
  exp: z.number(),
})

export type GoogleCredential = {
  /** Hash of the signed part without the signature, since a signature has several encodings. */
  hash: string
  sub: string
  email: string
  /** True if Google owns the mailbox (Gmail, Workspace). Other addresses may have changed their owner since. */
  owns_address: boolean
  given_name: string
  family_name: string
  nonce?: unknown
  issued_at: Date
  expires_at: Date
}

function headerOf(token: string) {
  try {
    return Header.parse(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}

let library: Promise<OAuth2Client> | undefined
const loadLibrary = () => (library ??= import('google-auth-library').then((google) => new google.OAuth2Client()))

export class GoogleVerifier {
  #audience: string
  #keys = new GoogleKeys()

  constructor(audience: string) {
    this.#audience = audience
  }

  /** Verifies an ID token. Returns null unless Google signed it for this site. The caller checks the nonce. */
  async verify(token: string): Promise<GoogleCredential | null> {
    const header = headerOf(token)
    const pem = header && (await this.#keys.find(header.kid))
    if (!header || !pem) return null
    const google = await loadLibrary()
    // The library's error messages contain the token, so they are not logged.
    const payload = await google
      .verifySignedJwtWithCertsAsync(token, { [header.kid]: pem }, this.#audience, issuers)
      .then((ticket) => ticket.getPayload())
      .catch(() => null)
    const claims = Claims.safeParse(payload)
    if (!claims.success) return null
    const { iat, exp, hd, email_verified: _verified, ...person } = claims.data
    return {
      ...person,
      hash: tokenHash(token.split('.', 2).join('.')),
      owns_address: hd !== undefined || /@(gmail|googlemail)\.com$/.test(person.email),
      issued_at: new Date(iat * 1_000),
      expires_at: new Date((exp + clockSkewSeconds) * 1_000),
    }
  }

  async verifyRecent({ access_token, nonce }: GoogleSignIn): Promise<GoogleCredential | null> {
    const credential = await this.verify(access_token)
    const isRecent = credential && credential.issued_at.getTime() >= Date.now() - recentMs
    return isRecent && credential.nonce === nonce ? credential : null
  }
}

export const createGoogleVerifier = ({ GOOGLE_CLIENT_ID }: Settings) =>
  GOOGLE_CLIENT_ID === undefined ? null : new GoogleVerifier(GOOGLE_CLIENT_ID)

export async function consumeCredential(
  transaction: Prisma.TransactionClient,
  { hash, expires_at }: GoogleCredential,
): Promise<boolean> {
  const { count } = await transaction.usedCredential.createMany({ data: [{ hash, expires_at }], skipDuplicates: true })
  return count === 1
}
