import type { Agenda } from './due.ts'
import type { Clock } from './clock.ts'
import type { Secrets } from './secrets.ts'
import type { Store } from './store.ts'

export type SandboxOptions = {
  /** State is kept in its folder `sandbox`. */
  dataDir: string
  /** Where the product takes webhooks; none: events are only listed. */
  webhookUrl?: string | undefined
  /** Without it, one is made and kept in dataDir. */
  webhookSecret?: string | undefined
  /** What the product must send as its key; without it, one is made and kept in dataDir. */
  apiKey?: string | undefined
  /** Where browsers reach it, without a trailing slash; without it, where it listens. */
  publicUrl?: string | undefined
  /** Where a person goes back to from pages that Stripe ends without a link. */
  siteUrl?: string | undefined
  /** Real milliseconds; tests stop it. */
  now?: (() => number) | undefined
  /** Real milliseconds before each repetition of a webhook that was not taken. */
  retryDelays?: number[] | undefined
}

export type RequestInfo = { id: string | null; idempotency_key: string | null }

export type Sandbox = {
  store: Store
  clock: Clock
  agenda: Agenda
  secrets: Secrets
  options: SandboxOptions
  /** Without a trailing slash. */
  publicUrl: () => string
  /** The request that is being answered: its events name it. */
  request: RequestInfo
}
