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
const waiting: (() => void)[] = []
let running = 0

/** Throws 503 when too many wait already. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= most) {
    if (waiting.length >= mostWaiting) throw new Refusal(503, 'problem.busy')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  const begun = performance.now()
  try {
    return await work()
  } finally {
    // Under a flood it rests as long as it worked, so that others get the processor.
    const next = waiting.shift()
    if (next) setTimeout(next, performance.now() - begun)
    else running--
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

/** Whether the password is the one that was hashed; without a hash never, after the same time. */
export async function checkPassword(hashed: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(hashed ?? nobodys, password))
  return isRight && hashed !== null
}

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
