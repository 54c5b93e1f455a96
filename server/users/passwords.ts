import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { ProblemKey } from '../translate.ts'
import { FieldProblem } from '../problem.ts'
import { FairQueue, serverRequester } from './fair-queue.ts'
import type { Requester } from './fair-queue.ts'
import { estimateStrength } from './password-strength.ts'

const argon2idCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hash to verify for an unknown address, so that the response takes the usual time. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$fD4gISGXbGjRSaTLz/xqtw$7hY0hfOxmfP3OhsFb7pGOh/9L6ty1PtBhJ4SuUfh6Ok'

/** Queue for password hashing. Uses at most half of the cores, and two of libuv's four threads. */
export const hashQueue = new FairQueue(availableParallelism() < 4 ? 1 : 2)
const estimateQueue = new FairQueue(1)

const normalizedPassword = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string, requester: Requester = serverRequester) =>
  hashQueue.run(requester, () => hash(normalizedPassword(password), argon2idCost))

export function isWeakHash(password_hash: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(password_hash) ?? []
  return !(Number(memory) >= argon2idCost.memoryCost && Number(time) >= argon2idCost.timeCost)
}

/** Finds an account by its password. Null for an unknown account, as late as for a wrong password. */
export const findByPassword = <Owner extends { password_hash: string | null }>(
  find: () => Promise<Owner | null>,
  password: string,
  requester: Requester = serverRequester,
): Promise<Owner | null> =>
  hashQueue.run(requester, async () => {
    const owner = await find()
    const password_hash = owner?.password_hash ?? dummyHash
    const spellings = [...new Set([normalizedPassword(password), password])]
    let isRight = false
    for (const spelling of spellings) isRight ||= await verify(password_hash, spelling)
    return isRight && owner?.password_hash ? owner : null
  })

export type GuessableFacts = { email: string; names: string[]; site: string[] }

function userInputsOf({ email, names, site }: GuessableFacts): string[] {
  const pairs = names.flatMap((one) => names.map((other) => one + other))
  const facts = [email, email.split('@')[0] ?? '', ...names, ...pairs, ...site].map((fact) => fact.toLowerCase())
  const words = facts.flatMap((fact) => fact.split(/[^\p{L}\p{N}]+/u))
  const plain = words.map((word) => word.normalize('NFD').replaceAll(/\p{M}/gu, ''))
  return [...new Set([...facts, ...words, ...plain])].filter((input) => input.length >= 3)
}

export async function findPasswordWeakness(
  password: string,
  guessable: GuessableFacts,
  requester = serverRequester,
): Promise<ProblemKey[]> {
  if (normalizedPassword(password).toLowerCase() === normalizedPassword(guessable.email).toLowerCase())
    return ['users.problem.password_is_email']
  const userInputs = userInputsOf(guessable)
  const { score, warning, suggestions } = await estimateQueue.run(requester, () =>
    estimateStrength(normalizedPassword(password), userInputs),
  )
  if (score >= 2) return []
  const hints = suggestions.map((suggestion): ProblemKey => `users.weakness.suggestions.${suggestion}`)
  return [warning ? `users.weakness.warnings.${warning}` : 'users.problem.weak_password', ...hints]
}

export async function hashNewPassword(
  password: string,
  field: string,
  guessable: GuessableFacts,
  requester: Requester,
) {
  const [weakness, ...hints] = await findPasswordWeakness(password, guessable, requester)
  if (weakness) throw new FieldProblem(field, weakness, hints)
  return hashPassword(password, requester)
}
