import type { GoogleLink } from '#shared/users/schema.ts'
import { db, isUniqueViolation } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { FieldProblem } from '../problem.ts'
import { claimUnconfirmedAccount } from './accounts.ts'
import { consumeToken, findRecentTokenUse, createToken, recordTokenUse } from '../mail/one-time-tokens.ts'
import { confirmPassword, snapshotColumns } from './reauthentication.ts'
import type { RequestContext } from './reauthentication.ts'
import { endSessions, tokenHash, startSession } from './sessions.ts'
import type { IssuedSession } from './sessions.ts'
import { queueUserMail } from './users.jobs.ts'

type Transaction = Prisma.TransactionClient
type LinkTarget = { user_id: number; email: string; google_sub: string }
export type GoogleLinkRequest = { link_token: string; email: string }

const purposes = ['google_link', 'google_link_mail'] as const
const wrongLink = (field: string) => new FieldProblem(field, 'users.problem.wrong_link')

export async function startGoogleLink(transaction: Transaction, target: LinkTarget): Promise<GoogleLinkRequest> {
  const link_token = await createToken(transaction, { purpose: 'google_link', ...target })
  if (link_token === null) throw wrongLink('access_token')
  return { link_token, email: target.email }
}

type LockedAccount = { id: number; google_sub: string | null; is_confirmed: boolean }

/** Links a Google account. Ends other sessions if a mail proved the address. Returns false if one was linked. */
export async function linkGoogle(
  transaction: Transaction,
  { id, google_sub, is_confirmed }: LockedAccount,
  { sub, isAddressProven, jobs }: { sub: string; isAddressProven: boolean; jobs: Jobs },
): Promise<boolean> {
  const isClaimed = isAddressProven && !is_confirmed
  if (google_sub !== null && !isClaimed) return false
  if (isClaimed) await claimUnconfirmedAccount(transaction, id)
  else if (isAddressProven) await endSessions(transaction, id)
  await transaction.oneTimeToken.deleteMany({ where: { user_id: id, purpose: { in: [...purposes] } } })
  await transaction.user.update({ where: { id }, data: { google_sub: sub }, select: { id: true } })
  await queueUserMail(jobs, transaction, { kind: 'google_linked', user_id: id })
  return true
}

/** Links by a one-time token and signs in. A retry within minutes signs in again. Null for a wrong token. */
async function completeLink(
  transaction: Transaction,
  purpose: (typeof purposes)[number],
  token: string,
  { device, jobs }: Pick<RequestContext, 'device' | 'jobs'>,
): Promise<IssuedSession | null> {
  const [user] = await transaction.$queryRaw<(LockedAccount & { email: string })[]>`
    SELECT id, email, google_sub, email_confirmed_at IS NOT NULL AS is_confirmed FROM "user"
     WHERE id = (SELECT user_id FROM one_time_token WHERE hash = ${tokenHash(token)}) FOR UPDATE`
  const consumed = await consumeToken(transaction, purpose, token)
  const used = consumed ?? (await findRecentTokenUse(transaction, purpose, token))
  if (!user || !used?.google_sub || used.email !== user.email) return null
  const isAddressProven = purpose === 'google_link_mail'
  const isLinked = consumed
    ? await linkGoogle(transaction, user, { sub: used.google_sub, isAddressProven, jobs })
    : user.google_sub === used.google_sub
  if (!isLinked) return null
  if (consumed) await recordTokenUse(transaction, purpose, token, used)
  return startSession(transaction, user.id, device)
}

const mapMissingSession = (field: string, completed: Promise<IssuedSession | null>) =>
  completed.then(
    (session) => session ?? Promise.reject(wrongLink(field)),
    (error: unknown) => Promise.reject(isUniqueViolation(error) ? wrongLink(field) : error),
  )

const findLink = (link_token: string) =>
  db.oneTimeToken.findFirst({
    where: { hash: tokenHash(link_token), purpose: 'google_link', expires_at: { gt: new Date() } },
    select: { user_id: true, email: true, google_sub: true, used_at: true, user: { select: snapshotColumns } },
  })

export async function linkGoogleByPassword(
  { link_token, password }: GoogleLink,
  context: RequestContext,
): Promise<IssuedSession> {
  const link = await findLink(link_token)
  if (!link) throw wrongLink('link_token')
  const runLocked = await confirmPassword(link.user, 'password', password, context)
  return mapMissingSession(
    'link_token',
    runLocked((transaction) => completeLink(transaction, 'google_link', link_token, context)),
  )
}

export async function requestGoogleLinkMail(jobs: Jobs, link_token: string): Promise<void> {
  const link = await findLink(link_token)
  if (!link?.email || !link.google_sub || link.used_at) throw wrongLink('link_token')
  const { user_id, email, google_sub } = link
  await db.$transaction((transaction) =>
    queueUserMail(jobs, transaction, { kind: 'link_google', user_id, email, google_sub }),
  )
}

export const linkGoogleByMail = (token: string, context: RequestContext): Promise<IssuedSession> =>
  mapMissingSession(
    'token',
    db.$transaction((transaction) => completeLink(transaction, 'google_link_mail', token, context)),
  )
