import { randomInt } from 'node:crypto'
import { isModerator } from '#shared/forum.ts'
import type { NewThread, SubmittedThread } from '#shared/forum.ts'
import type { z } from 'zod'
import { db, isMissingReference } from '../db.ts'
import type { Prisma } from '../db.ts'
import { excerptOf, renderSubmitted, renderVersion } from '../markdown/markdown.ts'
import { badToken, FieldProblem } from '../problem.ts'
import { checkPosting } from './posting-rules.ts'
import type { PostingRules } from './posting-rules.ts'
import type { Member } from './visibility.ts'

type Submitted = z.infer<typeof SubmittedThread>
type Submission = Pick<NewThread, 'title' | 'description'> & { author_id: number; section_id: number }

export const excerptLength = 200
/** Characters, without the suffix that tells threads of one title apart. */
const maxSlugLength = 74
const suffixLength = 5
const maxSlugTries = 5

/** ASCII words of the title. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const [first = 'thread', ...others] = words
  let slug = first.slice(0, maxSlugLength)
  for (const word of others) {
    if (slug.length + 1 + word.length > maxSlugLength) break
    slug += `-${word}`
  }
  return slug
}

const newSuffix = () =>
  Array.from({ length: suffixLength }, () => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(randomInt(32))).join('')

export async function getSectionId(slug: string): Promise<number> {
  const section = await db.section.findUnique({ where: { slug }, select: { id: true } })
  if (!section) throw new FieldProblem('section', 'forum.thread.unknown_section')
  return section.id
}

/** It was removed meanwhile. */
export const orUnknownSection = (error: unknown): never => {
  throw isMissingReference(error) ? new FieldProblem('section', 'forum.thread.unknown_section') : error
}

/** The same text by the same person within the minute: a double click, or a retry of what was not answered. */
const findTwin = async (
  transaction: Prisma.TransactionClient,
  { author_id, section_id, title, description }: Submission,
): Promise<Submitted | undefined> => {
  const [twin] = await transaction.$queryRaw<Submitted[]>`
    SELECT meta_slug, status::text FROM thread
     WHERE author_id = ${author_id} AND created_at > now() - interval '1 minute' AND deleted_at IS NULL
       AND section_id = ${section_id} AND title = ${title} AND description = ${description}
     ORDER BY created_at DESC LIMIT 1`
  return twin
}

async function insert(
  transaction: Prisma.TransactionClient,
  { author_id, section_id, title, description }: Submission,
  { html, isPublished }: { html: string; isPublished: boolean },
): Promise<Submitted> {
  const slug = slugOf(title)
  for (let tries = 0; tries < maxSlugTries; tries++) {
    const meta_slug = tries === 0 ? slug : `${slug}-${newSuffix()}`
    const [added] = await transaction.$queryRaw<Submitted[]>`
      INSERT INTO thread (meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt, status, published_at)
      VALUES (${meta_slug}, ${section_id}, ${author_id}, ${title}, ${description}, ${html}, ${renderVersion},
              ${excerptOf(html, excerptLength)}, ${isPublished ? 'published' : 'pending'}::moderation_status,
              CASE WHEN ${isPublished} THEN now() END)
      ON CONFLICT (meta_slug) DO NOTHING RETURNING meta_slug, status::text`
    if (added) return added
  }
  throw new Error('No address was free for a new thread.')
}

/** Waits for a moderator, unless it is one's. The draft is done with it. */
export async function addThread(member: Member, thread: NewThread, rules: PostingRules): Promise<Submitted> {
  const { title, description } = thread
  const submission = { author_id: member.id, section_id: await getSectionId(thread.section), title, description }
  const twin = await findTwin(db, submission)
  if (twin) return twin
  const html = await renderSubmitted(description, 'thread', 'description', member.id)
  await checkPosting(rules, member, 'first_day_thread', { field: 'description', html })
  await rules.rateLimiter.consume('thread', `person ${member.id}`)
  const { added, isTwin } = await db
    .$transaction(async (transaction) => {
      // One submission of a person after the other.
      const locked = await transaction.$executeRaw`SELECT FROM "user" WHERE id = ${member.id} FOR NO KEY UPDATE`
      if (locked === 0) throw badToken()
      const earlier = await findTwin(transaction, submission)
      if (earlier) return { added: earlier, isTwin: true }
      await transaction.threadDraft.deleteMany({ where: { user_id: member.id } })
      return { added: await insert(transaction, submission, { html, isPublished: isModerator(member) }), isTwin: false }
    })
    .catch(orUnknownSection)
  if (isTwin)
    for (const limit of ['thread', 'first_day_thread'] as const)
      await rules.rateLimiter.refund(limit, `person ${member.id}`)
  return added
}
