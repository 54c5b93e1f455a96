import { shortestFillingMs } from '#shared/forum/schema.ts'
import type { Role } from '#shared/users/schema.ts'
import type { Site } from '#shared/site/schema.ts'
import { db } from '../database/db.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { badToken, FieldProblem, HttpProblem } from '../problem.ts'
import { mentionsIn } from './mentions.ts'
import type { Member } from './visibility.ts'
import { messageWithParams } from '../translate.ts'

const firstDayMs = 86_400_000
const maxFirstDayLinks = 2
const maxFirstDayMentions = 3
/** ms a character: nobody types faster for long (about 170 words a minute). */
const fastestTypingMs = 70

export type PostingRules = { rateLimiter: RateLimiter; requiresConfirmedEmail: boolean }
/** What an admin has set counts from then on. */
export const postingRules = (rateLimiter: RateLimiter, site: Pick<Site, 'asks_confirmed_email'>): PostingRules => ({
  rateLimiter,
  get requiresConfirmedEmail() {
    return site.asks_confirmed_email
  },
})
/** Whom the limits of an account's first day count for. */
export const isFirstDay = ({ role, created_at }: { role: Role; created_at: Date }) =>
  role === 'user' && Date.now() - created_at.getTime() <= firstDayMs

/** Addresses outside this site, however the text has written them. */
const outsideLink = /<a href="(?![/#])/g

/** What is asked of a person before they post. */
export type Poster = Member & { created_at: Date; email_confirmed_at: Date | null }

/** As `checkPosting`, of a person who was read already; answers whether the limits of a first day count. */
export function checkPoster(
  { requiresConfirmedEmail }: Pick<PostingRules, 'requiresConfirmedEmail'>,
  poster: Poster,
): boolean {
  if (requiresConfirmedEmail && !poster.email_confirmed_at)
    throw new HttpProblem(403, 'forum.problem.confirm_email', { code: 'email_not_confirmed' })
  return isFirstDay(poster)
}

/** Of a text as it is shown. */
export function checkFirstDayText(field: string, html: string): void {
  if ((html.match(outsideLink)?.length ?? 0) > maxFirstDayLinks)
    throw new FieldProblem(field, messageWithParams('forum.problem.first_day_links', { count: maxFirstDayLinks }))
  if (mentionsIn(html).length > maxFirstDayMentions)
    throw new FieldProblem(field, messageWithParams('forum.problem.first_day_mentions', { count: maxFirstDayMentions }))
}

/**
 * Throws where somebody may not post: 403 `email_not_confirmed`, and a problem of the field where a text on an account's
 * first day has more than two links or mentions more than three people. Answers whether the limits of that day count.
 */
export async function checkPosting(
  rules: PostingRules,
  member: Member,
  text?: { field: string; html: string },
): Promise<boolean> {
  const select = { created_at: true, email_confirmed_at: true }
  const person = await db.user.findUnique({ where: { id: member.id }, select })
  if (!person) throw badToken()
  const isFirst = checkPoster(rules, { ...member, ...person })
  if (isFirst && text) checkFirstDayText(text.field, text.html)
  return isFirst
}

/** Whether a form was filled faster than a person types; pasting a text does not make it so. Left out: as fast as can be. */
export function isTypedTooFast(typing_ms: number | undefined, text: string): boolean {
  return (typing_ms ?? 0) < Math.min(shortestFillingMs, text.length * fastestTypingMs)
}
