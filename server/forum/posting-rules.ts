import { withParams } from '#shared/fields.ts'
import { db } from '../db.ts'
import type { LimitName } from '../limits/limits.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { badToken, FieldProblem, HttpProblem } from '../problem.ts'
import type { Member } from './visibility.ts'

const firstDayMs = 86_400_000
const maxFirstDayLinks = 2
/** ms a character: nobody types faster for long (about 170 words a minute). */
const fastestTypingMs = 70
/** ms: below it nobody has read the page. */
const shortestFillingMs = 2_000

export type PostingRules = { rateLimiter: RateLimiter; requiresConfirmedEmail: boolean }
type FirstDayLimit = Extract<LimitName, `first_day_${string}`>

const linkStart = /https?:\/\/|www\./gi

/** What is asked of a person before they post. */
export type Poster = Member & { created_at: Date; email_confirmed_at: Date | null }
type PostedText = { field: string; text: string }

/** As `checkPosting`, of a person who was read already; answers whether the limits of a first day count. */
export function checkPoster(
  { requiresConfirmedEmail }: Pick<PostingRules, 'requiresConfirmedEmail'>,
  { role, created_at, email_confirmed_at }: Poster,
  text?: PostedText,
): boolean {
  if (requiresConfirmedEmail && !email_confirmed_at)
    throw new HttpProblem(403, 'forum.problem.confirm_email', { code: 'email_not_confirmed' })
  if (role !== 'user' || Date.now() - created_at.getTime() > firstDayMs) return false
  if (text && (text.text.match(linkStart)?.length ?? 0) > maxFirstDayLinks)
    throw new FieldProblem(text.field, withParams('forum.problem.first_day_links', { count: maxFirstDayLinks }))
  return true
}

/**
 * Throws where somebody may not post: 403 `email_not_confirmed`, 429 above the limit of an account's first day, and a
 * problem of the field where a text on that day has more than two links. A change of a text counts for no limit.
 */
export async function checkPosting(
  rules: PostingRules,
  member: Member,
  limit: FirstDayLimit | null,
  text?: PostedText,
): Promise<void> {
  const select = { created_at: true, email_confirmed_at: true }
  const person = await db.user.findUnique({ where: { id: member.id }, select })
  if (!person) throw badToken()
  if (checkPoster(rules, { ...member, ...person }, text) && limit)
    await rules.rateLimiter.consume(limit, `person ${member.id}`)
}

/** Whether a form was filled faster than a person types; pasting a text does not make it so. Unknown: no. */
export function isTypedTooFast(typing_ms: number | undefined, text: string): boolean {
  if (typing_ms === undefined) return false
  return typing_ms < Math.min(shortestFillingMs, text.length * fastestTypingMs)
}
