import { canComment, canSee, editWindowMs, isModerator, isPublic } from '#shared/forum/schema.ts'
import type { Author, Comment, ModerationStatus, NewComment } from '#shared/forum/schema.ts'
import { createQueryLoader, db, Prisma, queryRows, sqlStateOf } from '../database/db.ts'
import type { MailFrequency } from '../generated/enums.ts'
import type { Jobs } from '../jobs.ts'
import { mentionsIn, renderSubmittedMarkdown, renderVersion } from '../markdown/markdown.ts'
import { invalidToken, FieldProblem, HttpProblem, notFound } from '../problem.ts'
import { commentKey, enqueueFollowers, findMentionedPeople, lockUsers, notify } from '../notifications/notify.ts'
import { getComment } from './comment-rows.ts'
import { authorJson } from '../texts/authors.ts'
import { checkNewAccountText, checkPoster, isTypedTooFast } from '../texts/posting-rules.ts'
import type { PostingRules } from '../texts/posting-rules.ts'
import { isRepeatedText, lockAuthor } from '../texts/repeated-texts.ts'
import { visibleComment } from '../texts/visibility.ts'
import { authorFollows, hasNotMuted } from '../texts/watching.ts'
import type { Member } from '../texts/visibility.ts'

type Recipient = { id: number; mail: MailFrequency }
type CommentContext = {
  person_created_at: Date
  email_confirmed_at: Date | null
  is_held: boolean
  author: Author
  thread_id: number | null
  author_id: number | null
  status: ModerationStatus
  created_at: Date
  hidden_at: Date | null
  deleted_at: Date | null
  closed_at: Date | null
  parent: { id: number; author: Author } | null
  branch: number | null
  repeated_id: number | null // id of the comment that an earlier request with this key has added
  thread_author: Recipient | null
  parent_author: Recipient | null
  is_followed: boolean // true if people other than the thread's author and the commenter follow the thread
}

const recipient = (column: string, isNotified: typeof hasNotMuted) =>
  `(SELECT json_build_object('id', id, 'mail', activity_mail) FROM "user"
     WHERE id = ${column} AND NOT is_team AND erased_at IS NULL AND ${isNotified('"user".id', 'thread.id').sql})`

type CommentRequest = { person: number; meta_slug: string; parent: number | null; request_key: string | null }

const commentContexts = createQueryLoader<CommentRequest, CommentContext>(
  ['person', 'meta_slug', 'parent', 'request_key'],
  `SELECT ordinality::int, person.created_at AS person_created_at, person.email_confirmed_at, person.held_at IS NOT NULL AS is_held, ${authorJson('person.id').sql} AS author,
          thread.id AS thread_id, thread.author_id, thread.status, thread.created_at, thread.hidden_at, thread.deleted_at, thread.closed_at,
          CASE WHEN parent.id IS NOT NULL THEN json_build_object('id', parent.id, 'author', ${authorJson('parent.author_id').sql}) END AS parent,
          coalesce(parent.branch_id, parent.id) AS branch,
          (SELECT max(recent.id)
             FROM (SELECT id, request_key, deleted_at FROM comment WHERE author_id = person.id ORDER BY id DESC LIMIT 30) AS recent
            WHERE recent.request_key = asked.request_key AND recent.deleted_at IS NULL) AS repeated_id,
          ${recipient('thread.author_id', authorFollows)} AS thread_author, ${recipient('parent.author_id', hasNotMuted)} AS parent_author,
          EXISTS (SELECT FROM thread_member
                   WHERE thread_id = thread.id AND watch = 'following' AND user_id NOT IN (person.id, coalesce(thread.author_id, 0))) AS is_followed
     FROM unnest($1::int[], $2::text[], $3::int[], $4::uuid[]) WITH ORDINALITY AS asked (person_id, meta_slug, parent_id, request_key, ordinality)
     JOIN "user" AS person ON person.id = asked.person_id
     LEFT JOIN thread ON thread.meta_slug = asked.meta_slug
     LEFT JOIN comment AS parent ON parent.id = asked.parent_id AND parent.thread_id = thread.id AND ${visibleComment(null, 'parent').sql}`,
)

type Recipients = (Recipient & { kind: 'reply' | 'comment' | 'mention' })[]
/** Result of `add_comment()`. A null id means that the thread was closed during the request. */
type NewlyAdded = { comment_id: number; added_at: Date; is_held?: boolean }
type Added = (NewlyAdded & { is_new: boolean }) | { comment_id: null; is_new: null }
type NewCommentRow = Pick<CommentContext, 'parent' | 'branch' | 'is_followed'> & {
  thread_id: number
  person_id: number
  request_key: string | null
  body: string
  body_html: string
  status: ModerationStatus
}

const insertion = (row: NewCommentRow, recipients: Recipients) => Prisma.sql`
  SELECT * FROM add_comment(${row.thread_id}::int, ${row.person_id}::int, ${row.parent?.id ?? null}::int, ${row.branch}::int,
    ${row.body}, ${row.body_html}, ${renderVersion}::int, ${row.status}::moderation_status,
    ${recipients.map(({ id }) => id)}::int[], ${recipients.map(({ kind }) => kind)}::notification_kind[], ${row.request_key}::uuid)`

/** Adds a comment. One statement is enough unless notifications need jobs, for followers or immediate mails. */
async function insert(row: NewCommentRow, recipients: Recipients, jobs: Jobs): Promise<Added | undefined> {
  if (!row.is_followed && recipients.every(({ mail }) => mail === 'daily'))
    return (await queryRows<Added>(insertion(row, recipients)))[0]
  return db.$transaction((transaction) => insertWithin({ transaction, jobs }, row, recipients))
}

type Services = { transaction: Prisma.TransactionClient; jobs: Jobs }

async function insertWithin(services: Services, row: NewCommentRow, recipients: Recipients) {
  const { transaction, jobs } = services
  if (recipients.length > 0) await lockUsers(transaction, Prisma.join(recipients.map(({ id }) => id)))
  const [added] = await transaction.$queryRaw<Added[]>(insertion(row, []))
  if (!added?.is_new) return added
  const { thread_id, person_id: actor_id } = row
  const { comment_id } = added
  const people = recipients.map(({ id: user_id, kind }) => ({ user_id, kind }))
  await notify(services, people, { key: commentKey(comment_id), thread_id, comment_id, actor_id })
  if (row.is_followed && row.status === 'published') await enqueueFollowers(transaction, jobs, comment_id)
  return added
}

/** Adds a comment on the author's first day. A repeated text waits for review. Throws 429. */
const insertOnFirstDay =
  ({ rateLimiter }: PostingRules) =>
  (row: NewCommentRow, recipients: Recipients, jobs: Jobs): Promise<Added | undefined> =>
    db.$transaction(async (transaction) => {
      await lockAuthor(transaction, row.person_id)
      const text = { source: row.body, html: row.body_html }
      const isHeld = row.status === 'pending' || (await isRepeatedText(transaction, row.person_id, text))
      const services = { transaction, jobs }
      const added = await (isHeld
        ? insertWithin(services, { ...row, status: 'pending' }, [])
        : insertWithin(services, row, recipients))
      if (!added?.is_new) return added
      await rateLimiter.consume('first_day_comment', `person ${row.person_id}`)
      return { ...added, is_held: isHeld }
    })

type CommentAuthors<Person> = { thread_author: Person | null; parent_author: Person | null }

/** Returns the authors of parent comment and thread, without duplicates and without the comment's author. */
export function commentRecipients<Person extends { id: number }>(
  { thread_author, parent_author }: CommentAuthors<Person>,
  author_id: number | null,
) {
  const recipients = [
    ...(parent_author ? [{ ...parent_author, kind: 'reply' as const }] : []),
    ...(thread_author && thread_author.id !== parent_author?.id
      ? [{ ...thread_author, kind: 'comment' as const }]
      : []),
  ]
  return recipients.filter(({ id }) => id !== author_id)
}

async function recipientsFor(context: CommentContext, author_id: number, html: string): Promise<Recipients> {
  const concerned = commentRecipients(context, author_id)
  const names = mentionsIn(html)
  if (names.length === 0) return concerned
  const others = concerned.map(({ id }) => id)
  const mentioned = await findMentionedPeople(db, names, author_id, { others, thread_id: context.thread_id })
  return [...concerned, ...mentioned.map((person) => ({ ...person, kind: 'mention' as const }))]
}

const notOpenProblem = (thread: CommentContext) =>
  new HttpProblem(403, isPublic(thread) && thread.closed_at ? 'forum.comment.closed' : 'forum.comment.not_open', {
    code: 'forbidden',
  })

/** Returns an added comment as its author sees it. */
function commentOf(
  { parent, branch, body, body_html, status }: NewCommentRow,
  author: Author,
  { comment_id, added_at, is_held }: NewlyAdded,
): Comment {
  const isPending = status === 'pending' || is_held
  return {
    id: comment_id,
    parent,
    branch,
    status: isPending ? 'held' : 'visible',
    author,
    body_html,
    created_at: added_at.toISOString(),
    edited_at: null,
    likes: 0,
    dislikes: 0,
    your_vote: null,
    is_mine: true,
    source: body,
    edit_seconds_left: isPending ? null : editWindowMs / 1_000,
    pending_edit: null,
  }
}

export type CommentServices = { rules: PostingRules; jobs: Jobs; request_key?: string | undefined }

/** Adds a comment. It waits for review if typed too fast, repeated on a first day, or by a held member. */
export async function addComment(
  member: Member,
  meta_slug: string,
  { body, parent: parent_id = null, typing_ms }: NewComment,
  { rules, jobs, ...request }: CommentServices,
): Promise<Comment> {
  const request_key = request.request_key ?? null
  const context = await commentContexts.load({ person: member.id, meta_slug, parent: parent_id, request_key })
  if (!context) throw invalidToken()
  const { thread_id, parent, person_created_at: created_at, email_confirmed_at } = context
  if (thread_id === null || !canSee(member, context)) throw notFound()
  if (context.repeated_id !== null) return getComment(context.repeated_id, member)
  if (!canComment(member, context)) throw notOpenProblem(context)
  if (parent_id !== null && !parent) throw new FieldProblem('parent', 'forum.comment.no_parent')
  const isFirstDay = checkPoster(rules, { ...member, created_at, email_confirmed_at })
  const body_html = await renderSubmittedMarkdown(body, 'comment', 'body', member.id)
  if (isFirstDay) checkNewAccountText('body', body_html)
  const isHeld = context.is_held || isTypedTooFast(typing_ms, body)
  const status = !isModerator(member) && isHeld ? 'pending' : 'published'
  const row = { ...context, thread_id, person_id: member.id, request_key, body, body_html, status } as const
  const recipients = status === 'pending' ? [] : await recipientsFor(context, member.id, body_html)
  const added = await (isFirstDay ? insertOnFirstDay(rules) : insert)(row, recipients, jobs).catch((error: unknown) => {
    // Foreign key violation: the thread or parent was deleted meanwhile.
    throw sqlStateOf(error) === '23503' ? notFound() : error
  })
  if (!added) throw notFound()
  if (!added.is_new) {
    if (added.comment_id === null) throw notOpenProblem({ ...context, closed_at: new Date() })
    return getComment(added.comment_id, member)
  }
  return commentOf(row, context.author, added)
}
