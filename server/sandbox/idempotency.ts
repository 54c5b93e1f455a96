import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import type { Sandbox } from './sandbox.ts'

const keptSeconds = 24 * 3600
const longestKey = 255

const idempotencyError = (status: number, message: string, code?: string) =>
  new ApiError(status, { type: 'idempotency_error', message, ...(code && { code }) })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The same key and parameters get the same answer for a day. */
export function createIdempotencyKeys({ store, clock }: Sandbox) {
  const inFlight = new Set<string>()

  return {
    /** An answer given before, or null: then the key is taken until `end`. */
    begin(key: string, request: string) {
      if (key.length > longestKey) throw idempotencyError(400, `Idempotency-Key is too long: ${key.length} characters.`)
      if (inFlight.has(key))
        throw idempotencyError(
          409,
          `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
          'idempotency_key_in_use',
        )
      const kept = store.find('sandbox.answer', digest(key))
      if (kept && kept.answered_at > clock.realSeconds() - keptSeconds) {
        if (kept.request !== digest(request))
          throw idempotencyError(
            400,
            `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          )
        return { status: kept.status, body: kept.body }
      }
      inFlight.add(key)
      return null
    },
    keep(key: string, request: string, status: number, body: string) {
      store.save({
        id: digest(key),
        object: 'sandbox.answer',
        request: digest(request),
        status,
        body,
        answered_at: clock.realSeconds(),
      })
    },
    end: (key: string) => inFlight.delete(key),
  }
}
