import { toSingleLine } from '#shared/fields.ts'
import type { Locale } from '#shared/locale.ts'
import { normalizeText } from '#shared/texts.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem, FieldProblem } from '../problem.ts'
import { addAccount } from './accounts.ts'
import { consumeCredential } from './google-credentials.ts'
import type { GoogleCredential } from './google-credentials.ts'
import { linkGoogle, startGoogleLink } from './google-links.ts'
import type { GoogleLinkRequest } from './google-links.ts'
import { consumeToken, findRecentTokenUse, createToken, recordTokenUse } from '../mail/one-time-tokens.ts'
import { randomToken, startSession } from './sessions.ts'
import type { IssuedSession } from './sessions.ts'
import { queueUserMail } from './users.jobs.ts'

const nameOf = (name: string) => toSingleLine(normalizeText(name)).slice(0, 60).toWellFormed()

export const googleRefusedProblem = () => new HttpProblem(401, 'users.problem.google', { code: 'google_refused' })

type GoogleSignInRequest = { credential: GoogleCredential; locale: Locale; jobs: Jobs; siteNames: string[] }

type IdentifiedUser = { user_id: number; email: string; google_sub: string | null }

async function identify(transaction: Prisma.TransactionClient, request: GoogleSignInRequest): Promise<IdentifiedUser> {
  const { credential, jobs } = request
  const { sub, email, owns_address } = credential
  if (!(await consumeCredential(transaction, credential))) throw googleRefusedProblem()
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.googleSignIn}::int, hashtext(${sub}))`
  const [known] = await transaction.$queryRaw<{ id: number; google_sub: string | null; is_confirmed: boolean }[]>`
    SELECT id, google_sub, email_confirmed_at IS NOT NULL AS is_confirmed FROM "user"
     WHERE google_sub = ${sub} OR email = ${email} ORDER BY google_sub = ${sub} DESC NULLS LAST LIMIT 1 FOR UPDATE`
  if (known?.google_sub === sub) return { user_id: known.id, email, google_sub: null }
  if (known) {
    if (known.google_sub !== null && known.is_confirmed) throw googleRefusedProblem()
    if (!owns_address) return { user_id: known.id, email, google_sub: sub }
    await linkGoogle(transaction, known, { sub, isAddressProven: owns_address, jobs })
    return { user_id: known.id, email, google_sub: null }
  }
  return { user_id: await addPerson(transaction, request), email, google_sub: null }
}

async function addPerson(
  transaction: Prisma.TransactionClient,
  { credential, locale, jobs, siteNames }: GoogleSignInRequest,
): Promise<number> {
  const { sub, email, owns_address, given_name, family_name } = credential
  const names = { first_name: nameOf(given_name), last_name: nameOf(family_name) }
  const name = `${names.first_name} ${names.last_name}`.trim() || (email.split('@')[0] ?? '')
  // Google does not own this mailbox, and the owner may have changed: the welcome mail asks to confirm it.
  const email_confirmed_at = owns_address ? new Date() : null
  const account = { email, email_confirmed_at, ...names, google_sub: sub, language: locale }
  const added = await addAccount(transaction, name, account, siteNames)
  if (!added) throw new HttpProblem(503, 'problem.busy')
  await queueUserMail(jobs, transaction, { kind: 'welcome', user_id: added.id })
  return added.id
}

const completeSignIn = (
  transaction: Prisma.TransactionClient,
  { user_id, email, google_sub }: IdentifiedUser,
  device: string,
) =>
  google_sub === null
    ? startSession(transaction, user_id, device)
    : startGoogleLink(transaction, { user_id, email, google_sub })

export const signInByGoogle = (
  request: GoogleSignInRequest,
  device: string,
): Promise<IssuedSession | GoogleLinkRequest> =>
  db.$transaction(async (transaction) => completeSignIn(transaction, await identify(transaction, request), device))

/** Code to finish a sign-in: `code` from the URL and `binding` from a cookie. Both are required. */
export type GoogleSignInCode = { code: string; binding: string }
const tokenOf = ({ code, binding }: GoogleSignInCode) => `${code}.${binding}`

export function createGoogleCode(request: GoogleSignInRequest): Promise<GoogleSignInCode> {
  const bound = { code: randomToken(), binding: randomToken() }
  return db.$transaction(async (transaction) => {
    const identified = await identify(transaction, request)
    await createToken(transaction, { purpose: 'google', ...identified }, tokenOf(bound))
    return bound
  })
}

/** Signs in by a code. The same browser may repeat the code for a minute. */
export function signInByGoogleCode(
  bound: GoogleSignInCode,
  device: string,
): Promise<IssuedSession | GoogleLinkRequest> {
  return db.$transaction(async (transaction) => {
    const token = tokenOf(bound)
    const consumed = await consumeToken(transaction, 'google', token)
    const used = consumed ?? (await findRecentTokenUse(transaction, 'google', token))
    if (!used?.email) throw new FieldProblem('code', 'users.problem.wrong_link')
    if (consumed) await recordTokenUse(transaction, 'google', token, consumed)
    return completeSignIn(transaction, { ...used, email: used.email }, device)
  })
}
