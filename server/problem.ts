import type { TranslatableProblem } from './translate.ts'

export class HttpProblem extends Error {
  readonly status: number
  readonly messageKey: TranslatableProblem
  readonly extensions: Record<string, unknown>
  readonly cacheTags: readonly string[] | null
  constructor(
    status: number,
    messageKey: TranslatableProblem,
    facts: Record<string, unknown> = {},
    cacheTags: readonly string[] | null = null,
  ) {
    super(messageKey)
    this.status = status
    this.messageKey = messageKey
    this.extensions = facts
    this.cacheTags = cacheTags
  }
}

export class RateLimitedProblem extends HttpProblem {
  readonly limit: string
  readonly ms: number
  constructor(limit: string, ms: number) {
    const wait_seconds = Math.max(1, Math.ceil(ms / 1000))
    super(429, 'problem.too_many', { wait_seconds, until: new Date(Date.now() + ms).toISOString() })
    this.limit = limit
    this.ms = ms
  }
}

export class FieldProblem extends Error {
  readonly field: string
  readonly messageKey: TranslatableProblem
  readonly hints: TranslatableProblem[]
  constructor(field: string, messageKey: TranslatableProblem, hints: TranslatableProblem[] = []) {
    super(messageKey)
    this.field = field
    this.messageKey = messageKey
    this.hints = hints
  }
}

export const notFound = () => new HttpProblem(404, 'problem.not_found')
export const forbidden = () => new HttpProblem(403, 'problem.forbidden', { code: 'forbidden' })
export const invalidToken = () => new HttpProblem(401, 'problem.token_not_valid', { code: 'token_not_valid' })

export const tierRequiredProblem = (
  required_tier: number,
  preview: unknown,
  cacheTags: readonly string[] | null = null,
) => new HttpProblem(403, 'problem.tier_required', { code: 'tier_required', required_tier, preview }, cacheTags)
