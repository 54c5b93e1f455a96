import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  MyThreadPage,
  NewThread,
  NewVote,
  SavedThreadPage,
  Section,
  SectionListQuery,
  SubmittedThread,
  Thread,
  ThreadChanges,
  ThreadParams,
  Votes,
} from '#shared/forum/schema.ts'
import { SavedState } from '#shared/library/marks.ts'
import { MentionableAuthor, MentionQuery } from '#shared/forum/mention-suggestions.ts'
import { NewAnswer } from '#shared/forum/answer.ts'
import { ReadPosition } from '#shared/forum/reading.ts'
import { WatchLevelChange } from '#shared/forum/watch.ts'
import { PageQuery } from '#shared/page.ts'
import type { Site } from '#shared/site/schema.ts'
import { publicRead } from '../cache/public-reads.ts'
import { addRoutes, noContent, requestKeyOf, route } from '../http/route.ts'
import type { MemberRequest } from '../http/route.ts'
import { markAnswer, unmarkAnswer } from './answers.ts'
import { forumListRoutes } from './thread-lists.routes.ts'
import { listMentionableAuthors } from './mentionable-authors.ts'
import { listMyThreads } from './thread-lists.ts'
import { addThread } from './new-threads.ts'
import { listSavedThreads, saveThread } from './saved-threads.ts'
import { listSections } from './sections.ts'
import { postingRules } from '../texts/posting-rules.ts'
import type { PostingRules } from '../texts/posting-rules.ts'
import { changeThread, removeThread, restoreThread } from './thread-changes.ts'
import { vote } from './votes.ts'
import { getThread, getThreadForMember } from './threads.ts'
import { watchThread } from './watch-levels.ts'
import { markThreadRead } from './read-marks.ts'
import { draftRoutes } from './drafts.routes.ts'

export type ThreadRoutesOptions = { site: Pick<Site, 'asks_confirmed_email'> }

const shownTo = ({ viewer, params, locale }: MemberRequest<z.infer<typeof ThreadParams>>) =>
  getThreadForMember(viewer, params.meta_slug, locale)

const sections = publicRead('/sections/', {
  summary:
    'The sections in order, with how many public threads each has in the language of the reader, or with languages=all in every language',
  auth: 'optional',
  querystring: SectionListQuery,
  answers: { 200: z.array(Section) },
  read: ({ query, locale }) => listSections(query, locale),
})

const thread = publicRead('/threads/:meta_slug/', {
  summary: 'A thread without its comments; a member’s own vote and mark are in it',
  auth: 'optional',
  params: ThreadParams,
  answers: { 200: Thread },
  read: ({ params, locale }) => getThread(params.meta_slug, locale),
  memberHandler: shownTo,
})

const writing = (rules: PostingRules) => [
  route('POST', '/threads/', {
    summary: 'Submits a thread, which waits for a moderator; the same one twice within a minute is one',
    auth: 'participant',
    limit: 'writing',
    acceptsIdempotencyKey: true,
    body: NewThread,
    answers: { 201: SubmittedThread },
    problems: [403],
    handler: (request) => {
      const { viewer, body, locale, server } = request
      const { typing_ms: _, ...content } = body
      const request_key = requestKeyOf(request, content)
      return addThread(viewer, body, { rules, jobs: server.jobs, request_key, locale })
    },
  }),
  route('PATCH', '/threads/:meta_slug/', {
    summary:
      'Changes one’s own thread: a published one for half an hour; a rejected one is submitted again. A change that waits for a moderator is answered in `pending_edit`',
    auth: 'participant',
    limit: 'writing',
    params: ThreadParams,
    body: ThreadChanges,
    answers: { 200: Thread },
    problems: [403],
    handler: async ({ viewer, params, body, locale, server: { jobs } }) => {
      const meta_slug = await changeThread(viewer, params.meta_slug, body, { rules, jobs })
      return getThreadForMember(viewer, meta_slug, locale)
    },
  }),
  route('DELETE', '/threads/:meta_slug/', {
    summary: 'Deletes one’s own thread, or as a moderator any',
    auth: 'member',
    limit: 'writing',
    params: ThreadParams,
    answers: noContent,
    problems: [403],
    handler: ({ viewer, params, server }) => removeThread(viewer, params.meta_slug, server.jobs),
  }),
  route('POST', '/threads/:meta_slug/restore/', {
    summary: 'Takes a deletion back, within ten minutes',
    auth: 'member',
    limit: 'writing',
    params: ThreadParams,
    answers: { 200: Thread },
    handler: async ({ viewer, params, locale }) =>
      getThreadForMember(viewer, await restoreThread(viewer, params.meta_slug), locale),
  }),
]

const ofAnswers = [
  route('PUT', '/threads/:meta_slug/answer/', {
    summary: 'Says which comment answered one’s own thread, or any as a moderator; idempotent',
    auth: 'participant',
    limit: 'writing',
    params: ThreadParams,
    body: NewAnswer,
    answers: { 200: Thread },
    problems: [403],
    handler: async (request) => {
      await markAnswer(request.viewer, request.params.meta_slug, request.body.comment_id)
      return shownTo(request)
    },
  }),
  route('DELETE', '/threads/:meta_slug/answer/', {
    summary: 'Takes back that a comment answered the thread; idempotent',
    auth: 'participant',
    limit: 'writing',
    params: ThreadParams,
    answers: { 200: Thread },
    problems: [403],
    handler: async (request) => {
      await unmarkAnswer(request.viewer, request.params.meta_slug)
      return shownTo(request)
    },
  }),
]

const personal = [
  route('POST', '/threads/:meta_slug/vote/', {
    summary: 'Likes or dislikes a thread of somebody else, or with null neither',
    auth: 'participant',
    limit: 'vote',
    params: ThreadParams,
    body: NewVote,
    answers: { 200: Votes },
    problems: [403],
    handler: ({ viewer, params, body }) => vote(viewer, { table: 'thread', key: params.meta_slug }, body.value),
  }),
  route('POST', '/threads/:meta_slug/save/', {
    summary: 'Saves a thread; idempotent',
    auth: 'member',
    limit: 'save',
    params: ThreadParams,
    answers: { 200: SavedState },
    handler: ({ viewer, params }) => saveThread(viewer, params.meta_slug, true),
  }),
  route('DELETE', '/threads/:meta_slug/unsave/', {
    summary: 'Unsaves a thread, even one that cannot be seen any more',
    auth: 'member',
    limit: 'save',
    params: ThreadParams,
    answers: { 200: SavedState },
    handler: ({ viewer, params }) => saveThread(viewer, params.meta_slug, false),
  }),
  route('PUT', '/threads/:meta_slug/watch/', {
    summary: 'Follows a thread, hears of replies and mentions alone, or mutes it; idempotent',
    auth: 'member',
    limit: 'save',
    params: ThreadParams,
    body: WatchLevelChange,
    answers: { 200: WatchLevelChange },
    handler: async ({ viewer, params, body }) => {
      await watchThread(viewer, params.meta_slug, body.watch)
      return body
    },
  }),
  route('PUT', '/threads/:meta_slug/reading/', {
    summary: 'Notes up to which comment one has read a thread; never goes back',
    auth: 'member',
    limit: 'notification',
    params: ThreadParams,
    body: ReadPosition,
    answers: noContent,
    handler: ({ viewer, params, body }) => markThreadRead(viewer, params.meta_slug, body.comment_id),
  }),
  route('GET', '/authors/', {
    summary: 'Whom a text may mention by what is typed of a name: people with public posts, those of the thread first',
    auth: 'member',
    limit: 'search',
    querystring: MentionQuery,
    answers: { 200: z.array(MentionableAuthor) },
    handler: ({ viewer, query, locale }) => listMentionableAuthors(viewer, query, locale),
  }),
  route('GET', '/saved/', {
    summary: 'The threads that one has saved, the latest saved first',
    auth: 'member',
    querystring: PageQuery,
    answers: { 200: SavedThreadPage },
    handler: ({ viewer, query, locale }) => listSavedThreads(viewer, query, locale),
  }),
  route('GET', '/my-threads/', {
    summary: 'One’s own threads, the latest first, with their status and what the moderator said',
    auth: 'member',
    querystring: PageQuery,
    answers: { 200: MyThreadPage },
    handler: ({ viewer, query, locale }) => listMyThreads(viewer, query, locale),
  }),
]

export const threadRoutes: FastifyPluginAsync<ThreadRoutesOptions> = async (app, { site }) => {
  await app.register(draftRoutes)
  addRoutes(app, [sections])
  await app.register(forumListRoutes)
  addRoutes(app, [thread, ...writing(postingRules(app.rateLimiter, site)), ...ofAnswers, ...personal])
}
