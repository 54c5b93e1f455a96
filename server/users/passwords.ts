import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { AnswerKey } from '#shared/words.ts'
import { Refusal } from '../problem.ts'

/** argon2id, as decided: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The hash of no password: it takes as long to be compared with as that of somebody. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$fD4gISGXbGjRSaTLz/xqtw$7hY0hfOxmfP3OhsFb7pGOh/9L6ty1PtBhJ4SuUfh6Ok'

/**
 * Hashes at a time: half of the cores, so that the other half answers, and at most two of libuv's four threads, on which
 * files and names of hosts wait too; and how many more may wait.
 */
const most = availableParallelism() < 4 ? 1 : 2
const mostWaiting = 50
let waiting: { go: () => void; giveUp: (reason: Refusal) => void; isGone: IsGone }[] = []
let running = 0
/** Whether nobody waits for the answer any more. */
export type IsGone = () => boolean
const busy = () => new Refusal(503, 'problem.busy')

/** Whoever has gone makes room. */
function dropGone() {
  const gone = waiting.filter(({ isGone }) => isGone())
  waiting = waiting.filter((one) => !gone.includes(one))
  for (const { giveUp } of gone) giveUp(busy())
}

/** Throws 503 when too many wait already. */
async function inTurn<Result>(work: () => Promise<Result>, isGone: IsGone = () => false): Promise<Result> {
  if (running >= most) {
    if (waiting.length >= mostWaiting) dropGone()
    if (waiting.length >= mostWaiting) throw busy()
    await new Promise<void>((go, giveUp) => waiting.push({ go, giveUp, isGone }))
  } else running++
  const begun = performance.now()
  try {
    return await work()
  } finally {
    // Under a flood it rests as long as it worked, so that others get the processor.
    dropGone()
    const next = waiting.shift()
    if (next) setTimeout(next.go, performance.now() - begun)
    else running--
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

/** Whoever has the password of those that are found; null for nobody and for a wrong one alike, after the same time. */
export const findByPassword = <Owner extends { password_hash: string | null }>(
  find: () => Promise<Owner | null>,
  password: string,
  isGone?: IsGone,
): Promise<Owner | null> =>
  inTurn(async () => {
    const owner = await find()
    const isRight = await verify(owner?.password_hash ?? nobodys, password)
    return isRight && owner?.password_hash ? owner : null
  }, isGone)

let common: Promise<Set<string>> | undefined
/** Those of the 49,000 commonest that are long enough to be taken. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 8))
}

/** Why a password of the right length is not taken; null when it is. */
export async function findWeakness(password: string, email: string): Promise<AnswerKey | null> {
  const lower = password.toLowerCase()
  if (lower === email.toLowerCase()) return 'users.problem.password_is_email'
  return (await (common ??= loadCommon())).has(lower) ? 'users.problem.common_password' : null
}
