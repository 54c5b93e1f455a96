import { createHash } from 'node:crypto'
import type { Sandbox } from '../sandbox.ts'
import { ApiError } from './errors.ts'

const retentionSeconds = 24 * 3600
const maxKeyLength = 255

const idempotencyError = (status: number, message: string, code?: string) =>
  new ApiError(status, { type: 'idempotency_error', message, ...(code && { code }) })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Idempotency keys. A repeated key with equal parameters gets the stored response for a day. */
export class IdempotencyKeys {
  readonly #sandbox: Sandbox
  readonly #inFlight = new Set<string>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  /** Returns the stored response of a key. Without one, reserves the key until `end` and returns null. */
  begin(key: string, request: string) {
    const { store, clock } = this.#sandbox
    if (key.length > maxKeyLength) throw idempotencyError(400, `Idempotency-Key is too long: ${key.length} characters.`)
    if (this.#inFlight.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`
      throw idempotencyError(409, message, 'idempotency_key_in_use')
    }
    const stored = store.find('sandbox.answer', digest(key))
    if (!stored || stored.answered_at <= clock.realSeconds() - retentionSeconds) {
      this.#inFlight.add(key)
      return null
    }
    if (stored.request === digest(request)) return { status: stored.status, body: stored.body }
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw idempotencyError(400, message)
  }

  save(key: string, request: string, answer: { status: number; body: string }) {
    const { store, clock } = this.#sandbox
    const answered_at = clock.realSeconds()
    store.save({ ...answer, id: digest(key), object: 'sandbox.answer', request: digest(request), answered_at })
  }

  end(key: string) {
    this.#inFlight.delete(key)
  }
}
