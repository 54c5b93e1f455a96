import { setTimeout as sleep } from 'node:timers/promises'
import { describeFailure } from '../../../server/database/describe-failure.ts'

export type State = 'ok' | 'warning' | 'failure'
/** `mend`: advice to the operator. */
export type Finding = { state: State; detail: string; mend: string | null }
export type Check = Finding & { name: string }
export type Look = () => Promise<Finding | Finding[]>

export const ok = (detail: string): Finding => ({ state: 'ok', detail, mend: null })
export const warning = (detail: string, mend: string): Finding => ({ state: 'warning', detail, mend })
export const failure = (detail: string, mend: string): Finding => ({ state: 'failure', detail, mend })

/** Fields in which OpenSSL and Stripe's library describe an error. */
type Detailed = { library?: unknown; reason?: unknown; detail?: unknown }

export function reasonOf(error: unknown): string {
  const description = describeFailure(error)
  if (!(description instanceof Error)) return String(description)
  const { library, reason, detail } = description as Detailed
  if (detail instanceof Error) return reasonOf(detail)
  return library === undefined ? description.message.trim() || description.name : `TLS: ${String(reason)}.`
}

const timeoutMs = 20_000
const late = Symbol('late')

/** Runs one check. An error or a timeout becomes a finding. */
export async function check(name: string, mend: string, look: Look, limitMs = timeoutMs): Promise<Check[]> {
  const ending = new AbortController()
  const overdue = sleep(limitMs, late, { signal: ending.signal }).catch(() => late)
  const looking = look().catch((error: unknown) => failure(reasonOf(error), mend))
  const found = await Promise.race([looking, overdue])
  ending.abort()
  const findings = found === late ? failure(`No answer within ${limitMs / 1_000} s.`, mend) : (found as Finding)
  return [findings].flat().map((finding) => ({ name, ...finding }))
}
