import { guessLanguage } from '#shared/forum/language.ts'
import { isModerator } from '#shared/forum/schema.ts'
import type { NewThread, SubmittedThread } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import type { z } from 'zod'
import { advisoryLockIds } from '../database/locks.ts'
import { db, isMissingReference } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { renderSubmittedMarkdown, renderVersion } from '../markdown/markdown.ts'
import type { Jobs } from '../jobs.ts'
import { lockMentionedPeople, notifyMentionedPeople } from '../notifications/notify.ts'
import { invalidToken, FieldProblem } from '../problem.ts'
import { slugCandidates } from './thread-slugs.ts'
import { checkPosting } from '../texts/posting-rules.ts'
import type { PostingRules } from '../texts/posting-rules.ts'
import type { Member } from '../texts/visibility.ts'

type Submitted = z.infer<typeof SubmittedThread>
type Submission = Required<Pick<NewThread, 'title' | 'description' | 'language'>> & {
  author_id: number
  section_id: number
  request_key: string | undefined
}

export const threadExcerptLength = 200
export async function getSectionId(slug: string): Promise<number> {
  const section = await db.section.findUnique({ where: { slug, successor_id: null }, select: { id: true } })
  if (!section) throw new FieldProblem('section', 'forum.thread.unknown_section')
  return section.id
}

export const mapMissingSection = (error: unknown): never => {
  throw isMissingReference(error) ? new FieldProblem('section', 'forum.thread.unknown_section') : error
}

/** Finds a thread of a repeated request: with this request key, or with an equal text within the last minute. */
const findDuplicate = async (
  transaction: Prisma.TransactionClient,
  { author_id, section_id, title, description, request_key }: Submission,
): Promise<Submitted | undefined> => {
  const [duplicate] = await transaction.$queryRaw<Submitted[]>`
    SELECT meta_slug, status::text FROM thread
     WHERE author_id = ${author_id} AND deleted_at IS NULL AND (
           request_key = ${request_key ?? null}::uuid OR
           created_at > now() - interval '1 minute' AND section_id = ${section_id} AND title = ${title} AND description = ${description})
     ORDER BY created_at DESC LIMIT 1`
  return duplicate
}

async function insert(
  transaction: Prisma.TransactionClient,
  { author_id, section_id, title, description, language, request_key }: Submission,
  { html, isPublished }: { html: string; isPublished: boolean },
): Promise<Submitted & { id: number }> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock_shared(${advisoryLockIds.threadAddresses})`
  for (const meta_slug of slugCandidates(title)) {
    const [added] = await transaction.$queryRaw<(Submitted & { id: number })[]>`
      INSERT INTO thread (meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt, language, request_key, status, published_at)
      SELECT ${meta_slug}, ${section_id}, ${author_id}, ${title}, ${description}, ${html}, ${renderVersion},
             ${excerptOf(html, threadExcerptLength)}, ${language}::locale, ${request_key ?? null}::uuid, ${isPublished ? 'published' : 'pending'}::moderation_status,
             CASE WHEN ${isPublished} THEN now() END
       WHERE NOT EXISTS (SELECT FROM former_slug WHERE kind = 'thread' AND slug = ${meta_slug})
      ON CONFLICT (meta_slug) DO NOTHING RETURNING id, meta_slug, status::text`
    if (added) return added
  }
  throw new Error('No free slug was found for a new thread.')
}

export type ThreadServices = { rules: PostingRules; jobs: Jobs }
type Submitting = ThreadServices & { request_key: string | undefined; locale: Locale }

/** Adds a thread and deletes the draft. Threads of members wait for review. A repeated request returns the first. */
export async function addThread(
  member: Member,
  thread: NewThread,
  { rules, jobs, request_key, locale }: Submitting,
): Promise<Submitted> {
  const { title, description, language = guessLanguage(`${title} ${description}`, locale) } = thread
  const section_id = await getSectionId(thread.section)
  const submission = { author_id: member.id, section_id, title, description, language, request_key }
  const duplicate = await findDuplicate(db, submission)
  if (duplicate) return duplicate
  const html = await renderSubmittedMarkdown(description, 'thread', 'description', member.id)
  const isFirstDay = await checkPosting(rules, member, { field: 'description', html })
  const limits = isFirstDay ? (['first_day_thread', 'thread'] as const) : (['thread'] as const)
  return db
    .$transaction(async (transaction) => {
      // Locks the person's row, so that submissions run one at a time and a repeated one counts once.
      const locked = await transaction.$executeRaw`SELECT FROM "user" WHERE id = ${member.id} FOR NO KEY UPDATE`
      if (locked === 0) throw invalidToken()
      const earlier = await findDuplicate(transaction, submission)
      if (earlier) return earlier
      for (const limit of limits) await rules.rateLimiter.consume(limit, `person ${member.id}`)
      await transaction.threadDraft.deleteMany({ where: { user_id: member.id } })
      const isPublished = isModerator(member)
      if (isPublished) await lockMentionedPeople(transaction, html, member.id)
      const { id, ...submitted } = await insert(transaction, submission, { html, isPublished })
      const text = { thread_id: id, comment_id: null, html, author_id: member.id }
      if (isPublished) await notifyMentionedPeople({ transaction, jobs }, text)
      return submitted
    })
    .catch(mapMissingSection)
}
