import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { HttpProblem } from '../problem.ts'

export const googleKeysUrl = 'https://www.googleapis.com/oauth2/v3/certs'
const [defaultMaxAgeMs, minMaxAgeMs, maxMaxAgeMs, refetchMs] = [3_600_000, 60_000, 86_400_000, 60_000]
const Key = z.looseObject({ kid: z.string().min(1), kty: z.literal('RSA'), n: z.string(), e: z.string() })
const KeySet = z.object({ keys: z.array(z.unknown()) })

function maxAgeMsOf({ headers }: Response): number {
  const age = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]
  if (age === undefined) return defaultMaxAgeMs
  return Math.min(maxMaxAgeMs, Math.max(minMaxAgeMs, (Number(age) - Number(headers.get('age') ?? 0)) * 1_000))
}

/** Cache of Google's public keys. Never uses expired keys, since Google may have withdrawn them. */
export class GoogleKeys {
  #pems = new Map<string, string>()
  #expires_at = 0
  #fetched_at = 0
  #fetching: Promise<void> | undefined

  async #load(): Promise<void> {
    this.#fetched_at = Date.now()
    const response = await fetch(googleKeysUrl, { redirect: 'error', signal: AbortSignal.timeout(5_000) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const keys = KeySet.parse(await response.json()).keys.flatMap((key) => Key.safeParse(key).data ?? [])
    if (keys.length === 0) throw new Error('no keys')
    this.#pems = new Map(
      keys.map((key) => [
        key.kid,
        createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string,
      ]),
    )
    this.#expires_at = Date.now() + maxAgeMsOf(response)
  }

  #fetch = () => (this.#fetching ??= this.#load().finally(() => (this.#fetching = undefined)))

  /** Returns a key as PEM; null if the id is unknown. Fetches keys at most once a minute. Throws 503. */
  async find(kid: string): Promise<string | null> {
    if (this.#expires_at <= Date.now())
      await this.#fetch().catch(() => {
        throw new HttpProblem(503, 'problem.busy')
      })
    else if (!this.#pems.has(kid) && (this.#fetching || this.#fetched_at + refetchMs <= Date.now()))
      await this.#fetch().catch(() => {})
    return this.#pems.get(kid) ?? null
  }
}
