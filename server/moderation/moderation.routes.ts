import { CommentParams, Thread, ThreadParams } from '#shared/forum/schema.ts'
import {
  DecisionResult,
  AlreadyDecided,
  ForumMember,
  ForumMemberParams,
  MemberHold,
  NewSilence,
  ModerationDecision,
  ReportDecision,
  ReviewPage,
  ThreadStateChanges,
} from '#shared/forum/moderation.ts'
import { PageQuery } from '#shared/page.ts'
import { route, routePlugin } from '../http/route.ts'
import type { MemberRequest } from '../http/route.ts'
import { endSilence, getForumMember, holdMember, releaseMember, silenceMember } from './forum-members.ts'
import { moderateEdit } from './edits.ts'
import { moderateText } from './moderation.ts'
import { resolveReport } from './resolve-reports.ts'
import { listReview } from './review.ts'
import { changeThreadState } from './thread-state.ts'

const decidingOf = ({ server, viewer }: MemberRequest) => ({ jobs: server.jobs, moderator: viewer })
const threadOf = ({ params }: { params: { meta_slug: string } }) => ({
  table: 'thread' as const,
  key: params.meta_slug,
})
const commentOf = ({ params }: { params: { id: number } }) => ({ table: 'comment' as const, key: params.id })
const answers = { 200: DecisionResult, 409: AlreadyDecided }
const lists = [
  ['review', '/review/', 'What waits for a moderator, the oldest first: texts to publish, and reported ones'],
  ['queue', '/forum/queue/', 'Threads, comments and edits that wait for publication, the oldest first'],
  ['reports', '/reports/', 'Texts with open reports, those first whose report is the oldest'],
] as const

export const moderationRoutes = routePlugin([
  ...lists.map(([kind, url, summary]) =>
    route('GET', url, {
      summary,
      auth: 'moderation.read',
      querystring: PageQuery,
      answers: { 200: ReviewPage },
      handler: ({ query, viewer, locale }) => listReview(kind, query, { moderator: viewer, locale }),
    }),
  ),
  route('POST', '/forum/threads/:meta_slug/moderate/', {
    summary: 'Publishes or rejects a pending thread, once; its author is told',
    auth: 'moderation.write',
    params: ThreadParams,
    body: ModerationDecision,
    answers,
    handler: (request) => moderateText(decidingOf(request), threadOf(request), request.body),
  }),
  route('PATCH', '/forum/threads/:meta_slug/', {
    summary: 'Closes or reopens a public thread, pins or unpins it in its section, or moves it to another; idempotent',
    auth: 'moderation.write',
    params: ThreadParams,
    body: ThreadStateChanges,
    answers: { 200: Thread },
    handler: (request) =>
      changeThreadState(decidingOf(request), request.params.meta_slug, request.body, request.locale),
  }),
  route('POST', '/forum/comments/:id/moderate/', {
    summary: 'Publishes or rejects a comment that was held, once',
    auth: 'moderation.write',
    params: CommentParams,
    body: ModerationDecision,
    answers,
    handler: (request) => moderateText(decidingOf(request), commentOf(request), request.body),
  }),
  route('POST', '/forum/threads/:meta_slug/edit/moderate/', {
    summary: 'Publishes or rejects what the author of a public thread has made of it, once; the author is notified',
    auth: 'moderation.write',
    params: ThreadParams,
    body: ModerationDecision,
    answers,
    handler: (request) => moderateEdit(decidingOf(request), threadOf(request), request.body),
  }),
  route('POST', '/forum/comments/:id/edit/moderate/', {
    summary: 'Publishes or rejects what the author of a public comment has made of it, once; the author is notified',
    auth: 'moderation.write',
    params: CommentParams,
    body: ModerationDecision,
    answers,
    handler: (request) => moderateEdit(decidingOf(request), commentOf(request), request.body),
  }),
  route('GET', '/forum/members/:username/', {
    summary: 'How moderators treat a member of the forum',
    auth: 'moderation.read',
    params: ForumMemberParams,
    answers: { 200: ForumMember },
    handler: ({ params }) => getForumMember(params.username),
  }),
  route('PUT', '/forum/members/:username/hold/', {
    summary: 'Hides all that a spammer has written, and holds what they post from then on for moderation; idempotent',
    auth: 'moderation.write',
    params: ForumMemberParams,
    body: MemberHold,
    answers: { 200: ForumMember },
    handler: (request) => holdMember(decidingOf(request), request.params.username, request.body.note),
  }),
  route('DELETE', '/forum/members/:username/hold/', {
    summary: 'Takes that back: shows what it hid, and nothing that was hidden before; idempotent',
    auth: 'moderation.write',
    params: ForumMemberParams,
    answers: { 200: ForumMember },
    handler: (request) => releaseMember(decidingOf(request), request.params.username),
  }),
  route('PUT', '/forum/members/:username/silence/', {
    summary:
      'Lets a member write and vote nowhere in the forum for 1, 7 or 30 days from now; they are told until when and why',
    auth: 'moderation.write',
    params: ForumMemberParams,
    body: NewSilence,
    answers: { 200: ForumMember },
    handler: (request) => silenceMember(decidingOf(request), request.params.username, request.body),
  }),
  route('DELETE', '/forum/members/:username/silence/', {
    summary: 'Ends that before its time; idempotent',
    auth: 'moderation.write',
    params: ForumMemberParams,
    answers: { 200: ForumMember },
    handler: (request) => endSilence(decidingOf(request), request.params.username),
  }),
  route('POST', '/reports/:id/resolve/', {
    summary: 'Dismisses all open reports of the text, or removes it, once; those who reported it are told',
    auth: 'moderation.write',
    params: CommentParams,
    body: ReportDecision,
    answers,
    handler: (request) => resolveReport(decidingOf(request), request.params.id, request.body),
  }),
])
