import * as z from 'zod/mini'
import { fieldError, idParam, isLine, abortingError, wholeNumber } from '../fields.ts'
import { PlainText } from '../library/schema.ts'
import { Locale } from '../locale.ts'
import { bidirectionalPageOf, pageOf, PageQuery } from '../page.ts'
import { patternParam, choiceParam, searchParam } from '../query-params.ts'
import type { Role } from '../users/schema.ts'
import { UnreadComments } from './reading.ts'
import { WatchLevel } from './watch.ts'

const minTitle = 5
const maxTitle = 140
const maxDescription = 20_000
export const titleLengths = { min: minTitle, max: maxTitle }
export const descriptionLengths = { min: 10, max: maxDescription }
export const minFillingMs = 2_000 // scripts fill in a longer text faster than this
export const commentLengths = { min: 1, max: 5_000 }
export const maxReportReasonLength = 1_000
export const editWindowMs = 30 * 60_000 // milliseconds after creation in which authors may edit a published text
export const restoreWindowMs = 10 * 60_000 // milliseconds after deletion in which it can be undone

export const ModerationStatus = z.enum(['pending', 'published', 'rejected'])
export type ModerationStatus = z.infer<typeof ModerationStatus>
export const VoteValue = z.enum(['like', 'dislike'])
export type VoteValue = z.infer<typeof VoteValue>

/** Author of a text; null if the account was removed. `is_team`: a moderator or admin. */
export const Author = z.nullable(z.object({ username: z.string(), avatar_color: z.string(), is_team: z.boolean() }))
export type Author = z.infer<typeof Author>

export const SectionName = z.object({ slug: z.string(), name: z.string() })
export const Section = z.extend(SectionName, {
  description: z.string(),
  thread_count: z.int().check(z.minimum(0)),
})
export type Section = z.infer<typeof Section>

const Count = z.int().check(z.minimum(0))
/** A plain object of fields: a spread z.object would stay in the browser bundle. */
const counts = { likes: Count, dislikes: Count }

/** Thread in a list. Counts are up to a second old, but include the member's own changes. */
export const ThreadCard = z.extend(z.object(counts), {
  id: z.int(),
  meta_slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  section: SectionName,
  author: Author,
  language: Locale,
  status: ModerationStatus,
  created_at: z.iso.datetime(),
  last_activity_at: z.iso.datetime(),
  comment_count: Count,
  is_closed: z.boolean(), // true: only moderators may comment
  is_pinned: z.boolean(), // true: first in its section
  is_answered: z.boolean(),
  unread: z.optional(z.nullable(UnreadComments)), // for members only
})
export type ThreadCard = z.infer<typeof ThreadCard>
export const ThreadPage = bidirectionalPageOf(ThreadCard)
export type ThreadPage = z.infer<typeof ThreadPage>
export const SavedThreadPage = pageOf(ThreadCard)
export type SavedThreadPage = z.infer<typeof SavedThreadPage>
export const MyThreadCard = z.extend(ThreadCard, {
  moderation_note: z.nullable(z.string()),
  is_hidden: z.boolean(),
  can_edit: z.boolean(),
})
export type MyThreadCard = z.infer<typeof MyThreadCard>
export const MyThreadPage = pageOf(MyThreadCard)
export type MyThreadPage = z.infer<typeof MyThreadPage>

/** Edit of an approved text that waits for a moderator. A comment has the `title` null. */
const PendingEdit = z.object({
  title: z.nullable(z.string()),
  source: z.string(),
  html: z.string(),
  created_at: z.iso.datetime(),
})

const personal = {
  your_vote: z.nullable(VoteValue),
  is_mine: z.boolean(),
  source: z.nullable(z.string()),
  edit_seconds_left: z.nullable(Count), // from the time of the response; 0: expired, null: unlimited, until publication
  pending_edit: z.nullable(PendingEdit), // for the author only
}

export const Thread = z.extend(z.extend(ThreadCard, personal), {
  description_html: z.string(),
  answer: z.nullable(z.object({ id: z.int(), author: Author, excerpt: z.string() })),
  edited_at: z.nullable(z.iso.datetime()),
  published_at: z.nullable(z.iso.datetime()),
  is_saved: z.boolean(),
  watch: WatchLevel,
  read_comment_id: z.nullable(z.int()),
  moderation_note: z.nullable(z.string()),
  is_hidden: z.boolean(), // true: reports have hidden it from all but its author and moderators
})
export type Thread = z.infer<typeof Thread>

/** `held`: for author and moderators. `deleted`, `removed` (by a moderator): a placeholder, because of replies. */
export const CommentStatus = z.enum(['visible', 'held', 'deleted', 'removed'])
export const Comment = z.extend(z.extend(z.object(counts), personal), {
  id: z.int(),
  parent: z.nullable(z.object({ id: z.int(), author: Author })),
  branch: z.nullable(z.int()),
  status: CommentStatus,
  author: Author,
  body_html: z.string(),
  created_at: z.iso.datetime(),
  edited_at: z.nullable(z.iso.datetime()),
})
export type Comment = z.infer<typeof Comment>
export const ReplyPage = pageOf(Comment)
export type ReplyPage = z.infer<typeof ReplyPage>
export const Branch = z.extend(Comment, {
  reply_count: Count,
  replies: ReplyPage, // up to three, oldest first
})
export type Branch = z.infer<typeof Branch>
export const CommentPage = bidirectionalPageOf(Branch)
export type CommentPage = z.infer<typeof CommentPage>

export const threadOrders = ['latest', 'active', 'popular', 'discussed'] as const
export const commentSorts = ['oldest', 'newest', 'best'] as const
const Slug = PlainText.check(z.maxLength(1000))
export const ThreadParams = z.object({ meta_slug: PlainText })
export const CommentParams = z.object({ id: idParam() })
export const ThreadLanguages = z.optional(z.literal('all'))
export const SectionListQuery = z.object({ languages: ThreadLanguages })
export type SectionListQuery = z.infer<typeof SectionListQuery>
export const ThreadListQuery = z.extend(PageQuery, {
  section: z.optional(Slug),
  order: z._default(z.enum(threadOrders), 'latest'),
  q: z._default(PlainText.check(z.maxLength(200)), ''),
  author: z.optional(PlainText.check(z.maxLength(200))),
  languages: ThreadLanguages,
})
export type ThreadListQuery = z.infer<typeof ThreadListQuery>
export const CommentListQuery = z.extend(PageQuery, {
  sort: z._default(z.enum(commentSorts), 'oldest'),
  around: z.optional(idParam()),
})
export type CommentListQuery = z.infer<typeof CommentListQuery>

const textBetween = ({ min, max }: { min: number; max: number }) => {
  const error = fieldError('schema.text_length', { min, max })
  return z.string(error).check(
    z.trim(),
    z.maxLength(max, error),
    z.minLength(min, error),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), fieldError('schema.well_formed')),
  )
}
const titleError = abortingError('schema.text_length', titleLengths)
const Title = z.string(titleError).check(
  z.trim(),
  z.maxLength(maxTitle, titleError),
  z.minLength(minTitle, titleError),
  z.refine((text) => isLine(text), fieldError('schema.one_line')),
)
/** Time from the first to the last key in ms. Without it, or if it is short for the text, the text is reviewed. */
const TypingMs = z.optional(z.int().check(z.minimum(0)))
export const NewThread = z.object({
  title: Title,
  section: Slug,
  description: textBetween(descriptionLengths),
  language: z.optional(Locale),
  typing_ms: TypingMs,
})
export type NewThread = z.infer<typeof NewThread>
/** Changes of a thread by its author. Omitted fields stay. A rejected thread is submitted again. */
export const ThreadChanges = z.partial(
  z.pick(NewThread, { title: true, section: true, description: true, language: true }),
)
export type ThreadChanges = z.infer<typeof ThreadChanges>
export const SubmittedThread = z.object({ meta_slug: z.string(), status: ModerationStatus })
export const NewComment = z.object({
  body: textBetween(commentLengths),
  parent: z.optional(z.nullable(wholeNumber(1, 2_147_483_647))),
  typing_ms: TypingMs,
})
export type NewComment = z.infer<typeof NewComment>
export const CommentChanges = z.pick(NewComment, { body: true })

export const NewVote = z.object({ value: z.nullable(VoteValue) })
export const Votes = z.extend(z.object(counts), { your_vote: z.nullable(VoteValue) })
export type Votes = z.infer<typeof Votes>
export const MarkdownSource = z.object({ text: z.string().check(z.maxLength(maxDescription)) })
export const RenderedMarkdown = z.object({ html: z.string() })

type Person = { id: number; role: Role } | null
type Text = {
  author_id: number | null
  status: ModerationStatus
  created_at: Date
  hidden_at: Date | null
  deleted_at: Date | null
}

/** True for the right `moderation.write`. The table of rights would load with every forum page. */
export const isModerator = (person: { role: Role } | null) => person?.role === 'moderator' || person?.role === 'admin'
export const isPublic = ({ status, hidden_at, deleted_at }: Pick<Text, 'status' | 'hidden_at' | 'deleted_at'>) =>
  status === 'published' && hidden_at === null && deleted_at === null

/** True if the person may see the text. server/texts/visibility.ts has this rule in SQL. */
export function canSee(person: Person, text: Text): boolean {
  if (isPublic(text)) return true
  if (person === null || text.deleted_at !== null) return false
  return isModerator(person) || text.author_id === person.id
}

export function canEdit(person: Person, text: Text, now: number): boolean {
  if (person === null || text.author_id !== person.id || text.deleted_at !== null || text.hidden_at !== null)
    return false
  return text.status !== 'published' || now - text.created_at.getTime() < editWindowMs
}

export function canDelete(person: Person, text: Text): boolean {
  return person !== null && text.deleted_at === null && (text.author_id === person.id || isModerator(person))
}

type CommentedThread = Pick<Text, 'status' | 'hidden_at' | 'deleted_at'> & { closed_at: Date | null }
export const canComment = (person: Person, thread: CommentedThread): boolean =>
  person !== null && isPublic(thread) && (thread.closed_at === null || isModerator(person))

const cursorParam = patternParam(/^[\w-]+$/, 500)
export const ForumQuery = {
  section: patternParam(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u, 200),
  order: choiceParam(['active', 'popular', 'discussed']),
  q: searchParam,
  in: choiceParam(['comments']),
  author: patternParam(/^[\p{L}\p{N}_-]{3,30}$/u, 60),
  languages: choiceParam(['all']),
  cursor: cursorParam,
}
export const ThreadQuery = {
  sort: choiceParam(['newest', 'best']),
  comment: patternParam(/^[1-9]\d{0,9}$/, 10),
  cursor: cursorParam,
}
