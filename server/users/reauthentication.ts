import type { GoogleSignIn } from '#shared/users/schema.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import type { LoginAttempt, LoginThrottle } from '../limits/login-throttle.ts'
import { FieldProblem } from '../problem.ts'
import type { Requester } from './fair-queue.ts'
import { consumeCredential } from './google-credentials.ts'
import type { GoogleVerifier } from './google-credentials.ts'
import { findByPassword } from './passwords.ts'

type AccountEvent = 'sign_in_failed' | 'password_refused' | 'password_changed' | 'account_removed'

export type RequestContext = Requester & {
  device: string
  loginThrottle: LoginThrottle
  jobs: Jobs
  site: string[]
  report: (event: AccountEvent, user_id: number | undefined) => void
}

export async function undoAttemptOnError<Result>(
  attempt: LoginAttempt,
  verify: () => Promise<Result>,
): Promise<Result> {
  return verify().catch(async (error: unknown) => {
    await attempt.undone()
    throw error
  })
}

export type AccountSnapshot = { id: number; email: string; password_hash: string | null; links_ended_at: Date | null }
export const snapshotColumns = { id: true, email: true, password_hash: true, links_ended_at: true } as const

/** Locks an account. Returns false if its password changed or its sessions ended since the snapshot. */
export async function lockIfUnchanged(
  transaction: Prisma.TransactionClient,
  { id, password_hash, links_ended_at }: AccountSnapshot,
): Promise<boolean> {
  const locked = await transaction.$queryRaw<object[]>`
    SELECT id FROM "user"
     WHERE id = ${id} AND password_hash IS NOT DISTINCT FROM ${password_hash}
       AND links_ended_at IS NOT DISTINCT FROM ${links_ended_at}::timestamptz
       FOR UPDATE`
  return locked.length === 1
}

type Callback<Result> = (transaction: Prisma.TransactionClient) => Promise<Result>
/** Runs a transaction on a locked account. `lockFirst` takes other locks before, to avoid deadlocks. */
type RunLocked = <Result>(callback: Callback<Result>, lockFirst?: Callback<unknown>) => Promise<Result>
const runLockedAs =
  (user: AccountSnapshot, wrong: FieldProblem): RunLocked =>
  (callback, lockFirst) =>
    db.$transaction(async (transaction) => {
      await lockFirst?.(transaction)
      if (!(await lockIfUnchanged(transaction, user))) throw wrong
      return callback(transaction)
    })

/** Verifies the password. Returns a function that runs a transaction on the locked, unchanged account. */
export async function confirmPassword(
  user: AccountSnapshot,
  field: string,
  password: string | undefined,
  context: RequestContext,
): Promise<RunLocked> {
  const wrong = new FieldProblem(field, 'users.problem.wrong_password')
  const attempt = await context.loginThrottle.begin({ address: context.address, email: user.email })
  if (!(await undoAttemptOnError(attempt, () => findByPassword(async () => user, password ?? '', context)))) {
    context.report('password_refused', user.id)
    throw wrong
  }
  await attempt.succeeded()
  return runLockedAs(user, wrong)
}

export type ReauthenticationContext = RequestContext & { google: GoogleVerifier | null }

async function confirmGoogle(
  user: AccountSnapshot & { google_sub: string | null },
  signIn: GoogleSignIn | undefined,
  google: GoogleVerifier | null,
): Promise<RunLocked> {
  const wrong = new FieldProblem('google', 'users.problem.google_proof')
  const credential = signIn && (await google?.verifyRecent(signIn))
  if (!credential || credential.sub !== user.google_sub) throw wrong
  const runLocked = runLockedAs(user, wrong)
  return (callback, lockFirst) =>
    runLocked(async (transaction) => {
      if (!(await consumeCredential(transaction, credential))) throw wrong
      return callback(transaction)
    }, lockFirst)
}

export async function reauthenticate(
  user_id: number,
  { field, password, google }: { field: string; password: string | undefined; google: GoogleSignIn | undefined },
  context: ReauthenticationContext,
): Promise<RunLocked> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: user_id },
    select: { ...snapshotColumns, google_sub: true },
  })
  return user.password_hash === null
    ? confirmGoogle(user, google, context.google)
    : confirmPassword(user, field, password, context)
}
