import { canComment, canSee, isModerator } from '#shared/forum.ts'
import type { Author, Comment, ModerationStatus, NewComment } from '#shared/forum.ts'
import { batchedLookUp, db, Prisma, queryRows, sqlStateOf } from '../db.ts'
import type { MailFrequency } from '../generated/enums.ts'
import type { Jobs } from '../jobs.ts'
import { renderSubmitted, renderVersion } from '../markdown/markdown.ts'
import { badToken, FieldProblem, HttpProblem, notFound } from '../problem.ts'
import { commentKey, recipientsOf } from './comment-recipients.ts'
import { getComment } from './comment-rows.ts'
import { lockPeople, notify } from './notify.ts'
import { authorOf } from './authors.ts'
import { checkFirstDayLinks, checkPoster, isTypedTooFast } from './posting-rules.ts'
import type { PostingRules } from './posting-rules.ts'
import { visibleComment } from './visibility.ts'
import type { Member } from './visibility.ts'

type Recipient = { id: number; mail: MailFrequency }
/** What a comment is to be added to, and by whom. */
type Place = {
  person_created_at: Date
  email_confirmed_at: Date | null
  author: Author
  thread_id: number | null
  author_id: number | null
  status: ModerationStatus
  created_at: Date
  hidden_at: Date | null
  deleted_at: Date | null
  parent: { id: number; author: Author } | null
  branch: number | null
  thread_author: Recipient | null
  parent_author: Recipient | null
}

const recipient = (column: string) =>
  `(SELECT json_build_object('id', id, 'mail', activity_mail) FROM "user" WHERE id = ${column} AND NOT is_team)`

const places = batchedLookUp<{ person: number; meta_slug: string; parent: number | null }, Place>(
  'places of comments',
  ['person', 'meta_slug', 'parent'],
  `SELECT place::int, person.created_at AS person_created_at, person.email_confirmed_at, ${authorOf('person.id').sql} AS author,
          thread.id AS thread_id, thread.author_id, thread.status, thread.created_at, thread.hidden_at, thread.deleted_at,
          CASE WHEN parent.id IS NOT NULL THEN json_build_object('id', parent.id, 'author', ${authorOf('parent.author_id').sql}) END AS parent,
          coalesce(parent.branch_id, parent.id) AS branch,
          ${recipient('thread.author_id')} AS thread_author, ${recipient('parent.author_id')} AS parent_author
     FROM unnest($1::int[], $2::text[], $3::int[]) WITH ORDINALITY AS asked (person_id, meta_slug, parent_id, place)
     JOIN "user" AS person ON person.id = asked.person_id
     LEFT JOIN thread ON thread.meta_slug = asked.meta_slug
     LEFT JOIN comment AS parent ON parent.id = asked.parent_id AND parent.thread_id = thread.id AND ${visibleComment(null, 'parent').sql}`,
)

type Told = ReturnType<typeof recipientsOf<Recipient>>
type Added = { comment_id: number; added_at: Date; is_new: boolean }
type Writing = Pick<Place, 'parent' | 'branch'> & {
  thread_id: number
  person_id: number
  body: string
  body_html: string
  status: ModerationStatus
}

const insertion = (writing: Writing, told: Told) => Prisma.sql`
  SELECT * FROM add_comment(${writing.thread_id}::int, ${writing.person_id}::int, ${writing.parent?.id ?? null}::int, ${writing.branch}::int,
    ${writing.body}, ${writing.body_html}, ${renderVersion}::int, ${writing.status}::moderation_status,
    ${told.map(({ id }) => id)}::int[], ${told.map(({ kind }) => kind)}::notification_kind[])`

/** By one statement, unless somebody wants their mail otherwise than daily: then a notification is more than a row. */
async function insert(writing: Writing, told: Told, jobs: Jobs): Promise<Added | undefined> {
  if (told.every(({ mail }) => mail === 'daily')) return (await queryRows<Added>(insertion(writing, told)))[0]
  const { thread_id, person_id: actor_id } = writing
  return db.$transaction(async (transaction) => {
    await lockPeople(transaction, Prisma.join(told.map(({ id }) => id)))
    const [added] = await transaction.$queryRaw<Added[]>(insertion(writing, []))
    if (!added?.is_new) return added
    const { comment_id } = added
    for (const { id: user_id, kind } of told)
      await notify(
        { transaction, jobs },
        { user_id, kind, key: commentKey(comment_id), thread_id, comment_id, actor_id },
      )
    return added
  })
}

export type CommentServices = { rules: PostingRules; jobs: Jobs }

/** One that was typed too fast is held for a moderator, and told to nobody until it is published. The same text again within 10 s answers the first one. */
export async function addComment(
  member: Member,
  meta_slug: string,
  { body, parent: parent_id = null, typing_ms }: NewComment,
  { rules, jobs }: CommentServices,
): Promise<Comment> {
  const place = await places.load({ person: member.id, meta_slug, parent: parent_id })
  if (!place) throw badToken()
  const { author, thread_id, parent, branch, person_created_at: created_at, email_confirmed_at } = place
  if (thread_id === null || !canSee(member, place)) throw notFound()
  if (!canComment(member, place)) throw new HttpProblem(403, 'forum.comment.not_open', { code: 'forbidden' })
  if (parent_id !== null && !parent) throw new FieldProblem('parent', 'forum.comment.no_parent')
  const isFirstDay = checkPoster(rules, { ...member, created_at, email_confirmed_at })
  const body_html = await renderSubmitted(body, 'comment', 'body', member.id)
  if (isFirstDay) {
    checkFirstDayLinks('body', body_html)
    await rules.rateLimiter.consume('first_day_comment', `person ${member.id}`)
  }
  const status = !isModerator(member) && isTypedTooFast(typing_ms, body) ? 'pending' : 'published'
  const writing = { thread_id, person_id: member.id, parent, branch, body, body_html, status } as const
  const told = status === 'pending' ? [] : recipientsOf(place, member.id)
  const added = await insert(writing, told, jobs).catch((error: unknown) => {
    // What it was to stand in was removed for good meanwhile.
    throw sqlStateOf(error) === '23503' ? notFound() : error
  })
  if (!added) throw notFound()
  if (!added.is_new) return getComment(added.comment_id, member)
  return {
    id: added.comment_id,
    parent,
    branch,
    status: status === 'pending' ? 'held' : 'visible',
    author,
    body_html,
    created_at: added.added_at.toISOString(),
    edited_at: null,
    likes: 0,
    dislikes: 0,
    your_vote: null,
    is_mine: true,
    source: body,
  }
}
