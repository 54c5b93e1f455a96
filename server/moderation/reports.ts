import { db, Prisma } from '../database/db.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { lockTextRow } from '../texts/decisions.ts'
import { checkPosting } from '../texts/posting-rules.ts'
import type { PostingRules } from '../texts/posting-rules.ts'
import { assertOthersPublicText, findVisibleText, isPublicThread, visibleComment } from '../texts/visibility.ts'
import type { Member, TextKey } from '../texts/visibility.ts'

export const reportsBeforeHiding = 3 // number of counted reports at which a text is hidden
/** SQL condition: the report counts, since its reporter is confirmed and at least a day old. */
const countedReporter = Prisma.sql`reporter.email_confirmed_at IS NOT NULL AND reporter.created_at <= now() - interval '1 day'`

type Reporting = { reporter: Member; reason: string; rules: PostingRules }

const alreadyReported = () => new HttpProblem(409, 'report.already', { code: 'already_reported' })

const refusals = { own: 'report.own', not_public: 'report.not_public' } as const

/**
 * Adds a report. Each person can report a text once. The row lock makes the third of concurrent reports hide it. Throws
 * 403 for one's own or a text that is not public, 404 if invisible, 409 if already reported, 429.
 */
export async function reportText(key: TextKey, { reporter, reason, rules }: Reporting): Promise<{ is_reported: true }> {
  const { table } = key
  const text = await findVisibleText(key, reporter)
  const isReported = async (client: Pick<Prisma.TransactionClient, 'report'>) =>
    text && (await client.report.count({ where: { [`${table}_id`]: text.id, reporter_id: reporter.id } })) > 0
  if (await isReported(db)) throw alreadyReported()
  const { id } = assertOthersPublicText(text, reporter, refusals)
  if (await checkPosting(rules, reporter)) await rules.rateLimiter.consume('first_day_report', `person ${reporter.id}`)
  const [rows, text_id] = [Prisma.raw(table), Prisma.raw(`${table}_id`)]
  const isPublic = table === 'thread' ? isPublicThread : visibleComment(null)
  await db.$transaction(async (transaction) => {
    await lockTextRow(transaction, table, id)
    const added = await transaction.$executeRaw`
      INSERT INTO report (reporter_id, ${text_id}, reason)
      SELECT ${reporter.id}, id, ${reason} FROM ${rows} WHERE id = ${id} AND ${isPublic} ON CONFLICT DO NOTHING`
    // It was reported twice at once, or hidden or deleted meanwhile.
    if (added === 0) throw (await isReported(transaction)) ? alreadyReported() : notFound()
    await transaction.$executeRaw`
      UPDATE ${rows} SET hidden_at = now() WHERE id = ${id} AND hidden_at IS NULL AND ${reportsBeforeHiding} <= (
        SELECT count(*) FROM report JOIN "user" AS reporter ON reporter.id = reporter_id
         WHERE ${text_id} = ${id} AND resolution IS NULL AND ${countedReporter})`
  })
  return { is_reported: true }
}
