import { routesOf } from '../../support/browser/mounted.ts'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, patch, post, remove, renderer } from '../../support/app.ts'
import { createMember } from '../../support/commenting.ts'
import { createComment, createSection, createThread } from '../../support/forum.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = forumPaths
const [author, stranger, commenter, moderator] = [
  await createMember(),
  await createMember(),
  await createMember(),
  await createMember({ role: 'moderator' }),
]
const readers = { visitor: undefined, stranger, author, moderator }
type Reader = keyof typeof readers
const everyone = Object.keys(readers) as Reader[]

const now = new Date()
const states = {
  published: {},
  pending: { status: 'pending' },
  rejected: { status: 'rejected' },
  hidden: { hidden_at: now },
  deleted: { deleted_at: now },
} as const
type State = keyof typeof states
const allStates = Object.keys(states) as State[]
const section = await createSection()

/** Creates a text whose fields all contain a secret, and the rows that link to it. */
async function createText(of: 'thread' | 'comment', state: State) {
  const secret = `zq${of}${state}`
  const isThread = of === 'thread'
  const thread = await createThread({
    author,
    section,
    ...(isThread && {
      ...states[state],
      title: `Title ${secret}`,
      description: `Description ${secret}`,
      meta_slug: `slug-${secret}`,
    }),
  })
  const body = `Comment ${secret}`
  const from = isThread ? commenter : author
  const top = await createComment({ thread, author: from, body, ...(!isThread && states[state]) })
  const reply = await createComment({ parent: top, author: from, body, ...(!isThread && states[state]) })
  for (const { id: user_id } of [author, stranger, moderator]) {
    await db.savedThread.create({ data: { user_id, thread_id: thread.id } })
    for (const { id: comment_id } of [top, reply])
      await db.notification.create({
        data: { user_id, kind: 'comment', key: `${comment_id}`, thread_id: thread.id, comment_id },
      })
  }
  await db.report.create({
    data: { reporter_id: stranger.id, ...(isThread ? { thread_id: thread.id } : { comment_id: top.id }) },
  })
  return { of, state, secret, thread, top, reply }
}
type Text = Awaited<ReturnType<typeof createText>>
const texts: Text[] = []
for (const of of ['thread', 'comment'] as const) for (const state of allStates) texts.push(await createText(of, state))

/** Who may find a non-public text: nobody, its author and moderators, or one of them. */
type Shows = 'public' | 'seen' | 'mine' | 'moderators'
type Listing = { path: (text: Text) => string; shows: Shows; url: string }
const everywhere = { limit: 50 }
const orders = ['latest', 'active', 'popular', 'discussed']
const places: Record<string, Listing> = {
  ...Object.fromEntries(
    orders.map((order): [string, Listing] => [
      `the list by ${order}`,
      {
        path: () => api.threads({ ...everywhere, section: section.slug, order }),
        shows: order === 'latest' ? 'mine' : 'public',
        url: '/api/forum/threads/',
      },
    ]),
  ),
  'the search': {
    path: ({ secret }) => api.threads({ ...everywhere, q: secret }),
    shows: 'public',
    url: '/api/forum/threads/',
  },
  'the search in comments': {
    path: ({ secret }) => api.foundComments({ ...everywhere, q: secret }),
    shows: 'public',
    url: '/api/forum/comments/',
  },
  'the threads of its author': {
    path: () => api.threads({ ...everywhere, author: author.username, order: 'active' }),
    shows: 'public',
    url: '/api/forum/threads/',
  },
  'the thread': {
    path: ({ thread }) => api.thread(thread.meta_slug),
    shows: 'seen',
    url: '/api/forum/threads/:meta_slug/',
  },
  'the comments': {
    path: ({ thread }) => api.comments(thread.meta_slug),
    shows: 'seen',
    url: '/api/forum/threads/:meta_slug/comments/',
  },
  'the page that has the comment': {
    path: ({ thread, reply }) => api.comments(thread.meta_slug, { around: reply.id }),
    shows: 'seen',
    url: '/api/forum/threads/:meta_slug/comments/',
  },
  'the replies': { path: ({ top }) => api.replies(top.id), shows: 'seen', url: '/api/forum/comments/:id/replies/' },
  'one’s threads': {
    path: () => api.myThreads(everywhere),
    shows: 'mine',
    url: '/api/forum/my-threads/',
  },
  'one’s saved threads': {
    path: () => api.savedThreads(everywhere),
    shows: 'seen',
    url: '/api/forum/saved/',
  },
  'one’s notifications': {
    path: () => notificationPaths.api.notifications(everywhere),
    shows: 'public',
    url: '/api/notifications/',
  },
  'the export': { path: () => paths.api.meExport, shows: 'seen', url: '/api/users/me/export/' },
  'the moderators’ list': {
    path: () => moderationPaths.api.review(everywhere),
    shows: 'moderators',
    url: '/api/admin/review/',
  },
  'the feed': { path: () => forumPaths.rss, shows: 'public', url: forumPaths.rss },
  'the sitemap': {
    path: () => '/sitemap-threads-1.xml',
    shows: 'public',
    url: '/sitemap-:name.xml',
  },
  ...(renderer && {
    'the forum’s page': { path: () => forumPaths.forum(), shows: 'public', url: '/*' },
    'the thread’s page': { path: ({ thread }) => forumPaths.thread(thread.meta_slug), shows: 'public', url: '/*' },
  }),
}

/** Public texts are tested elsewhere; this matrix tests the other ones. */
function mayFind({ state }: Text, { shows }: Listing, reader: Reader): boolean {
  if (state === 'published') return true
  if (state === 'deleted' || shows === 'public') return false
  const isAuthor = reader === 'author'
  const isModerator = reader === 'moderator'
  if (shows === 'mine') return isAuthor
  return shows === 'moderators' ? isModerator : isAuthor || isModerator
}

const unwatched = [
  // These contain no text of the forum.
  '/api/forum/sections/',
  '/api/forum/authors/',
  '/api/forum/draft/',
  '/api/notifications/count/',
  '/api/notifications/settings/',
  '/api/notifications/unsubscribe/',
  // Returns the rows of the moderators' list.
  '/api/admin/forum/queue/',
  '/api/admin/reports/',
  // Tested below.
  '/api/forum/threads/:meta_slug/events/',
]

// Other reads of the admin area need an admin (admin-roles.test.ts).
const isOfForum = (url: string) => /^\/api\/(?:forum|notifications|admin\/(?:review|reports|forum\/queue))\//.test(url)

test('every GET route of the forum is tested in this file', () => {
  const urls = routesOf(app)
    .filter(({ method, url }) => [method].flat().includes('GET') && isOfForum(url))
    .map(({ url }) => url)
  const known = new Set([...unwatched, ...Object.values(places).map(({ url }) => url)])
  expect([...new Set(urls)].filter((url) => !known.has(url))).toEqual([])
  expect(urls.length).toBeGreaterThan(10)
})

describe.each(Object.entries(places))('%s', (_name, listing) => {
  test.each(everyone)('returns to %s no text that this reader may not see', async (reader) => {
    const as: Person | undefined = readers[reader]
    const leaked: string[] = []
    for (const text of texts.filter((one) => !mayFind(one, listing, reader))) {
      const path = listing.path(text)
      const answer = await get(path, { as: path.startsWith('/api/') ? as : undefined })
      // An error page contains the requested address.
      const content = answer.text.replaceAll(path.startsWith('/forum/thread/') ? text.thread.meta_slug : /^$/g, '')
      if (content.includes(text.secret)) leaked.push(`${text.of} ${text.state}`)
    }
    expect(leaked).toEqual([])
  })
})

const seenIn = async (name: string, of: Text['of'], state: State, as: Person | undefined) => {
  const [text, listing] = [texts.find((one) => one.of === of && one.state === state), places[name]]
  if (!text || !listing) throw new Error(`There is no ${name}.`)
  return (await get(listing.path(text), { as })).text.includes(text.secret)
}

describe('visible texts', () => {
  test.each([
    ['the thread', 'thread', 'pending', ['author', 'moderator']],
    ['the thread', 'thread', 'hidden', ['author', 'moderator']],
    ['the thread', 'thread', 'published', everyone],
    ['the comments', 'comment', 'pending', ['author', 'moderator']],
    ['the comments', 'comment', 'hidden', ['author', 'moderator']],
    ['the comments', 'comment', 'published', everyone],
    ['one’s threads', 'thread', 'rejected', ['author']],
    ['the export', 'thread', 'hidden', ['author', 'moderator']],
    ['the export', 'comment', 'hidden', ['author']],
    ['the moderators’ list', 'thread', 'hidden', ['moderator']],
    ['the moderators’ list', 'comment', 'pending', ['moderator']],
    ['the search', 'thread', 'published', everyone],
    ['the feed', 'thread', 'published', everyone],
    ['the sitemap', 'thread', 'published', everyone],
    ['one’s notifications', 'thread', 'published', ['stranger', 'author', 'moderator']],
  ] as const)('in %s: a %s that is %s is shown to %j only', async (name, of, state, expected) => {
    for (const reader of everyone)
      expect([reader, await seenIn(name, of, state, readers[reader])]).toEqual([
        reader,
        (expected as readonly string[]).includes(reader),
      ])
  })

  test('are the only texts that are counted', async () => {
    const published = texts.find(({ of, state }) => of === 'comment' && state === 'published')
    const hidden = texts.find(({ of, state }) => of === 'comment' && state === 'hidden')
    await db.$executeRaw`SELECT fold_thread_changes()`
    for (const [text, count] of [
      [published, 2],
      [hidden, 0],
    ] as const)
      for (const as of [author, moderator])
        expect((await get(api.thread(text?.thread.meta_slug ?? ''), { as })).body.comment_count).toBe(count)
    const sections = (await get(api.sections)).body as { slug: string; thread_count: number }[]
    const isPublic = { status: 'published', hidden_at: null, deleted_at: null } as const
    expect(sections.find(({ slug }) => slug === section.slug)?.thread_count).toBe(
      await db.thread.count({ where: { section_id: section.id, ...isPublic } }),
    )
  })
})

const writes = ({ of, thread, top }: Text, as: Person | undefined) => [
  ...(of === 'thread'
    ? [
        post(api.threadVote(thread.meta_slug), { value: 'like' }, { as }),
        post(api.threadSave(thread.meta_slug), undefined, { as }),
        post(api.threadReport(thread.meta_slug), {}, { as }),
        post(api.threadRestore(thread.meta_slug), undefined, { as }),
        patch(api.thread(thread.meta_slug), { title: 'Another title' }, { as }),
        remove(api.thread(thread.meta_slug), undefined, { as }),
        post(api.comments(thread.meta_slug), { body: 'A comment' }, { as }),
      ]
    : []),
  post(api.commentVote(top.id), { value: 'like' }, { as }),
  post(api.commentReport(top.id), {}, { as }),
  post(api.commentRestore(top.id), undefined, { as }),
  patch(api.comment(top.id), { body: 'Another' }, { as }),
  remove(api.comment(top.id), undefined, { as }),
]

describe('writing to a text that is not visible', () => {
  const others = texts.filter(({ state }) => state !== 'published')

  test.each(others)('returns 404 to a member and 401 to a visitor: a $of that is $state', async (text) => {
    for (const [as, status] of [
      [stranger, 404],
      [undefined, 401],
    ] as const)
      expect(new Set((await Promise.all(writes(text, as))).map((answer) => answer.status))).toEqual(new Set([status]))
  })

  test.each(others.filter(({ of }) => of === 'thread'))(
    'the event stream of a thread that is $state returns 404 to every reader',
    async ({ thread }) => {
      for (const as of Object.values(readers))
        expect((await get(api.threadEvents(thread.meta_slug), { as, of: app })).status).toBe(404)
    },
  )
})
