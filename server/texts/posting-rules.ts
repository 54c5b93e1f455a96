import { minFillingMs } from '#shared/forum/schema.ts'
import type { Role } from '#shared/users/schema.ts'
import type { Site } from '#shared/site/schema.ts'
import { db } from '../database/db.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { mentionsIn } from '../markdown/markdown.ts'
import { invalidToken, FieldProblem, HttpProblem } from '../problem.ts'
import type { Member } from './visibility.ts'
import { messageWithParams } from '../translate.ts'

const firstDayMs = 86_400_000
const maxFirstDayLinks = 2
const maxFirstDayMentions = 3
const fastestTypingMs = 70 // milliseconds per character, about 170 words a minute

export type PostingRules = { rateLimiter: RateLimiter; requiresConfirmedEmail: boolean }
export const postingRules = (rateLimiter: RateLimiter, site: Pick<Site, 'asks_confirmed_email'>): PostingRules => ({
  rateLimiter,
  get requiresConfirmedEmail() {
    return site.asks_confirmed_email
  },
})
export const isFirstDay = ({ role, created_at }: { role: Role; created_at: Date }) =>
  role === 'user' && Date.now() - created_at.getTime() <= firstDayMs

const outsideLink = /<a href="(?![/#])/g // links to other hosts

export type Poster = Member & { created_at: Date; email_confirmed_at: Date | null }

export function checkPoster(
  { requiresConfirmedEmail }: Pick<PostingRules, 'requiresConfirmedEmail'>,
  poster: Poster,
): boolean {
  if (requiresConfirmedEmail && !poster.email_confirmed_at)
    throw new HttpProblem(403, 'forum.problem.confirm_email', { code: 'email_not_confirmed' })
  return isFirstDay(poster)
}

export function checkNewAccountText(field: string, html: string): void {
  if ((html.match(outsideLink)?.length ?? 0) > maxFirstDayLinks)
    throw new FieldProblem(field, messageWithParams('forum.problem.first_day_links', { count: maxFirstDayLinks }))
  if (mentionsIn(html).length > maxFirstDayMentions)
    throw new FieldProblem(field, messageWithParams('forum.problem.first_day_mentions', { count: maxFirstDayMentions }))
}

/** Returns isFirstDay. Throws 403 for an unconfirmed address, and 400 for too many links or mentions on that day. */
export async function checkPosting(
  rules: PostingRules,
  member: Member,
  text?: { field: string; html: string },
): Promise<boolean> {
  const select = { created_at: true, email_confirmed_at: true }
  const person = await db.user.findUnique({ where: { id: member.id }, select })
  if (!person) throw invalidToken()
  const isFirst = checkPoster(rules, { ...member, ...person })
  if (isFirst && text) checkNewAccountText(text.field, text.html)
  return isFirst
}

export function isTypedTooFast(typing_ms: number | undefined, text: string): boolean {
  return (typing_ms ?? 0) < Math.min(minFillingMs, text.length * fastestTypingMs)
}
