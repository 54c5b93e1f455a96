import type { AnswerKey } from '#shared/words.ts'

/** A refusal on purpose: its status, and the key of the sentence that tells the person why, in their language. */
export class Refusal extends Error {
  readonly status: number
  readonly word: AnswerKey
  readonly facts: Record<string, unknown>
  constructor(status: number, word: AnswerKey, facts: Record<string, unknown> = {}) {
    super(word)
    this.status = status
    this.word = word
    this.facts = facts
  }
}

/** A 400 that names the field and says what is wrong with it. */
export class WrongField extends Error {
  readonly field: string
  readonly word: AnswerKey
  constructor(field: string, word: AnswerKey) {
    super(word)
    this.field = field
    this.word = word
  }
}

export const notFound = () => new Refusal(404, 'problem.not_found')
export const badToken = () => new Refusal(401, 'problem.token_not_valid', { code: 'token_not_valid' })

/** 403 for an item above the viewer's tier; `preview` is what may be shown of it all the same. */
export const tierRequired = (required_tier: number, preview: unknown) =>
  new Refusal(403, 'problem.tier_required', { code: 'tier_required', required_tier, preview })
