import type { Author, Branch, Comment, Thread } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { thread } from './forum-samples.ts'
import { ok, openPage } from './browser/page.tsx'
import type { Answer, Answers } from './browser/page.tsx'

export const slug = thread().meta_slug
export const ben: Author = { username: 'ben', avatar_color: '#116b45', is_team: false }
export const ana: Author = { username: 'ana', avatar_color: '#4c2fa2', is_team: false }

export const comment = (id: number, changes: Partial<Comment> = {}): Comment => ({
  id,
  parent: null,
  branch: null,
  status: 'visible',
  author: ben,
  body_html: `<p>Comment ${id}</p>`,
  created_at: '2026-01-01T11:00:00.000Z',
  edited_at: null,
  likes: 2,
  dislikes: 0,
  your_vote: null,
  is_mine: false,
  source: null,
  edit_seconds_left: 0,
  pending_edit: null,
  ...changes,
})
export const reply = (id: number, branch: number, changes: Partial<Comment> = {}) =>
  comment(id, { branch, parent: { id: branch, author: ben }, ...changes })
export const branch = (id: number, replies: Comment[] = [], changes: Partial<Branch> = {}): Branch => ({
  ...comment(id),
  reply_count: replies.length,
  replies: { results: replies, next: null },
  ...changes,
})
export const anaComment = (id: number, changes: Partial<Comment> = {}): Comment =>
  comment(id, {
    author: ana,
    is_mine: true,
    source: `Source ${id}`,
    edit_seconds_left: 1_800,
    created_at: new Date().toISOString(),
    likes: 0,
    ...changes,
  })

type Links = { next?: string; previous?: string }
export const pageOf = (results: Branch[], { next, previous }: Links = {}): Answer =>
  ok({ results, next: next ?? null, previous: previous ?? null })
export const lists = (query: Parameters<typeof forumPaths.api.comments>[1] = {}) => forumPaths.api.comments(slug, query)

export const threadAnswers = (branches: Branch[] = [], changes: Partial<Thread> = {}): Answers => ({
  [forumPaths.api.thread(slug)]: ok(thread({ comment_count: branches.length, ...changes })),
  [lists()]: pageOf(branches),
})

type Opening = { address?: string; answers?: Answers; options?: Parameters<typeof openPage>[2] }
export const openThread = (branches: Branch[] = [], { address, answers, options }: Opening = {}) =>
  openPage(address ?? forumPaths.thread(slug), { ...threadAnswers(branches), ...answers }, options)
export const openAsMember = (branches: Branch[] = [], { options, ...others }: Opening = {}) =>
  openThread(branches, { ...others, options: { member: {}, ...options } })
