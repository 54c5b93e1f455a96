import { db, Prisma } from '../database/db.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { lockCommentRow, lockThreadRow } from '../texts/decisions.ts'
import { checkPosting } from '../texts/posting-rules.ts'
import type { PostingRules } from '../texts/posting-rules.ts'
import { assertOthersPublicText, isPublicThread, visibleComment, visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

export const reportsBeforeHiding = 3 // number of counted reports at which a text is hidden
/** SQL condition: the report counts, since its reporter is confirmed and at least a day old. */
const countedReporter = Prisma.sql`reporter.email_confirmed_at IS NOT NULL AND reporter.created_at <= now() - interval '1 day'`

type Reporting = { reporter: Member; reason: string; rules: PostingRules }
type Reportable = { id: number; author_id: number | null; is_public: boolean; is_reported: boolean }

const alreadyReported = () => new HttpProblem(409, 'report.already', { code: 'already_reported' })

const refusals = { own: 'report.own', not_public: 'report.not_public' } as const

/** Throws 403 for one's own or a text that is not public, 404 if invisible, 409 if already reported, 429. */
async function assertReportable(text: Reportable | undefined, { reporter, rules }: Reporting): Promise<Reportable> {
  if (text?.is_reported) throw alreadyReported()
  const reportable = assertOthersPublicText(text, reporter, refusals)
  if (await checkPosting(rules, reporter)) await rules.rateLimiter.consume('first_day_report', `person ${reporter.id}`)
  return reportable
}

/** Adds a report. Each person can report a text once. The row lock makes the third of concurrent reports hide it. */
export async function reportThread(meta_slug: string, reporting: Reporting): Promise<void> {
  const { reporter, reason } = reporting
  const [found] = await db.$queryRaw<Reportable[]>`
    SELECT id, author_id, ${isPublicThread} AS is_public,
           EXISTS (SELECT FROM report WHERE thread_id = thread.id AND reporter_id = ${reporter.id}) AS is_reported
      FROM thread WHERE meta_slug = ${meta_slug} AND ${visibleThread(reporter)}`
  const { id } = await assertReportable(found, reporting)
  await db.$transaction(async (transaction) => {
    await lockThreadRow(transaction, id)
    const added = await transaction.$executeRaw`
      INSERT INTO report (reporter_id, thread_id, reason)
      SELECT ${reporter.id}, id, ${reason} FROM thread WHERE id = ${id} AND ${isPublicThread} ON CONFLICT DO NOTHING`
    if (added === 0) await throwReportFailure(transaction, { thread_id: id, reporter_id: reporter.id })
    await transaction.$executeRaw`
      UPDATE thread SET hidden_at = now() WHERE id = ${id} AND hidden_at IS NULL AND ${reportsBeforeHiding} <= (
        SELECT count(*) FROM report JOIN "user" AS reporter ON reporter.id = reporter_id
         WHERE thread_id = ${id} AND resolution IS NULL AND ${countedReporter})`
  })
}

export async function reportComment(comment_id: number, reporting: Reporting): Promise<void> {
  const { reporter, reason } = reporting
  const [found] = await db.$queryRaw<Reportable[]>`
    SELECT comment.id, comment.author_id, ${isPublicThread} AND ${visibleComment(null)} AS is_public,
           EXISTS (SELECT FROM report WHERE comment_id = comment.id AND reporter_id = ${reporter.id}) AS is_reported
      FROM comment JOIN thread ON thread.id = comment.thread_id
     WHERE comment.id = ${comment_id} AND ${visibleThread(reporter)} AND ${visibleComment(reporter)}`
  const { id } = await assertReportable(found, reporting)
  await db.$transaction(async (transaction) => {
    await lockCommentRow(transaction, id)
    const added = await transaction.$executeRaw`
      INSERT INTO report (reporter_id, comment_id, reason)
      SELECT ${reporter.id}, id, ${reason} FROM comment WHERE id = ${id} AND ${visibleComment(null)} ON CONFLICT DO NOTHING`
    if (added === 0) await throwReportFailure(transaction, { comment_id: id, reporter_id: reporter.id })
    await transaction.$executeRaw`
      UPDATE comment SET hidden_at = now() WHERE id = ${id} AND hidden_at IS NULL AND ${reportsBeforeHiding} <= (
        SELECT count(*) FROM report JOIN "user" AS reporter ON reporter.id = reporter_id
         WHERE comment_id = ${id} AND resolution IS NULL AND ${countedReporter})`
  })
}

/** Throws the reason of a failed insert: 409 if reported twice, 404 if the text was hidden or deleted meanwhile. */
async function throwReportFailure(
  transaction: Prisma.TransactionClient,
  where: { thread_id?: number; comment_id?: number; reporter_id: number },
): Promise<never> {
  throw (await transaction.report.count({ where })) > 0 ? alreadyReported() : notFound()
}
