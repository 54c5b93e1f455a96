import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { canSee } from '#shared/forum/schema.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, patch, post, remove } from '../../support/app.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import type { Person } from '../../support/people.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const { api } = forumPaths
const longAgo = new Date(Date.now() - 9 * 86_400_000)
const states = {
  published: {},
  pending: { status: 'pending' },
  rejected: { status: 'rejected', moderation_note: 'Not here.' },
  hidden: { hidden_at: new Date() },
  'pending and hidden': { status: 'pending', hidden_at: new Date() },
  deleted: { deleted_at: longAgo },
  'pending and deleted': { status: 'pending', deleted_at: longAgo },
} as const
type State = keyof typeof states

const [author, stranger, moderator, admin] = [
  await createPoster(),
  await createPoster(),
  await createPoster({ role: 'moderator' }),
  await createPoster({ role: 'admin' }),
]
const readers = { visitor: undefined, author, stranger, moderator, admin }
type ReaderName = keyof typeof readers
/** Who sees the thread, besides the readers of a published one. */
const whoSees: Record<State, ReaderName[]> = {
  published: ['visitor', 'author', 'stranger', 'moderator', 'admin'],
  pending: ['author', 'moderator', 'admin'],
  rejected: ['author', 'moderator', 'admin'],
  hidden: ['author', 'moderator', 'admin'],
  'pending and hidden': ['author', 'moderator', 'admin'],
  deleted: [],
  'pending and deleted': [],
}
const table = Object.entries(whoSees).flatMap(([state, seeing]) =>
  (Object.keys(readers) as ReaderName[]).map((reader) => ({
    state: state as State,
    reader,
    isSeen: seeing.includes(reader),
  })),
)
const section = await createSection()
const create = (state: State, as = author) =>
  createThread({ author: as, section, title: `${newSlug('matter')} ${newSlug('of')}`, ...states[state] })
const slugsIn = ({ results }: { results: { meta_slug: string }[] }) => results.map(({ meta_slug }) => meta_slug)

describe.each(table)('a thread that is $state, for $reader', ({ state, reader, isSeen }) => {
  const as: Person | undefined = readers[reader]
  const isPublic = state === 'published'

  test(`is ${isSeen ? '' : 'not '}returned by GET, in accordance with canSee`, async () => {
    const thread = await create(state)
    const person =
      reader === 'visitor'
        ? null
        : { id: as?.id ?? 0, role: reader === 'moderator' || reader === 'admin' ? reader : ('user' as const) }
    expect(canSee(person, thread)).toBe(isSeen)
    const { status, body, text } = await get(api.thread(thread.meta_slug), { as })
    expect(status).toBe(isSeen ? 200 : 404)
    expect(text.includes(thread.title)).toBe(isSeen)
    const isOfModeration = reader !== 'visitor' && reader !== 'stranger'
    const personal = {
      moderation_note: isOfModeration ? thread.moderation_note : null,
      source: reader === 'author' ? thread.description : null,
      is_mine: reader === 'author',
      is_hidden: thread.hidden_at !== null,
    }
    expect(body).toMatchObject(isSeen ? personal : { detail: 'There is nothing at this address.' })
  })

  test('is in lists, counts and search only if it is public', async () => {
    const countIn = async () =>
      (await get(api.sections, { as })).body.find(({ slug }: { slug: string }) => slug === section.slug).thread_count
    await announced(app)
    const before = await countIn()
    const thread = await create(state)
    await announced(app)
    expect(await countIn()).toBe(before + Number(isPublic))
    const isPendingOfMine = reader === 'author' && ['pending', 'pending and hidden'].includes(state)
    for (const order of ['latest', 'active', 'popular', 'discussed']) {
      const { body } = await get(api.threads({ section: section.slug, order, limit: 50 }), { as })
      const isListed = isPublic || (isPendingOfMine && order === 'latest')
      expect([order, slugsIn(body).includes(thread.meta_slug)]).toEqual([order, isListed])
    }
    const found = slugsIn((await get(api.threads({ q: thread.title }), { as })).body)
    expect(found).toEqual(isPublic ? [thread.meta_slug] : [])
  })

  test.runIf(reader !== 'visitor')('can be saved, and is listed as saved, only if it is visible', async () => {
    const thread = await create(state)
    expect((await post(api.threadSave(thread.meta_slug), undefined, { as })).status).toBe(isSeen ? 200 : 404)
    await db.savedThread.createMany({ data: { user_id: as?.id ?? 0, thread_id: thread.id }, skipDuplicates: true })
    expect(slugsIn((await get(api.savedThreads(), { as })).body).includes(thread.meta_slug)).toBe(isSeen)
    const exported = (await get(paths.api.meExport, { as })).body.forum
    expect(exported.saved_threads.some((one: { thread: string }) => one.thread === thread.meta_slug)).toBe(isSeen)
    expect((await remove(api.threadUnsave(thread.meta_slug), undefined, { as })).status).toBe(200)
    expect((await remove(api.threadUnsave(thread.meta_slug), undefined, { as })).status).toBe(isSeen ? 200 : 404)
  })

  test.runIf(reader !== 'visitor')('accepts votes only if it is public and the voter is not its author', async () => {
    const thread = await create(state)
    const { status, body } = await post(api.threadVote(thread.meta_slug), { value: 'like' }, { as })
    expect(status).toBe(!isSeen ? 404 : isPublic && reader !== 'author' ? 200 : 403)
    expect(await db.threadVote.count({ where: { thread_id: thread.id } })).toBe(status === 200 ? 1 : 0)
    expect(body.code).toBe(status === 403 ? 'forbidden' : undefined)
  })

  test.runIf(reader !== 'visitor')('can be changed and deleted by its author and moderators only', async () => {
    const thread = await create(state)
    const mayEdit = reader === 'author' && ['pending', 'rejected'].includes(state)
    const changed = await patch(api.thread(thread.meta_slug), { title: 'A new title' }, { as })
    expect(changed.status).toBe(!isSeen ? 404 : mayEdit ? 200 : 403)
    const removed = await remove(api.thread(thread.meta_slug), undefined, { as })
    expect(removed.status).toBe(!isSeen ? 404 : reader === 'stranger' ? 403 : 204)
  })

  test.runIf(reader !== 'visitor')("is in its author's thread list and data export only, unless deleted", async () => {
    const thread = await create(state)
    const isMine = reader === 'author' && isSeen
    expect(slugsIn((await get(api.myThreads(), { as })).body).includes(thread.meta_slug)).toBe(isMine)
    const { forum } = (await get(paths.api.meExport, { as })).body
    expect(forum.threads.some((one: { meta_slug: string }) => one.meta_slug === thread.meta_slug)).toBe(isMine)
  })
})

describe('GET /api/users/me/export/', () => {
  test("contains the member's forum data, without threads that the member may no longer see", async () => {
    const person = await createPoster()
    const [seen, unseen] = [await create('published'), await create('hidden')]
    const mine = await createThread({ author: person, section, status: 'rejected', moderation_note: 'Why?' })
    const data = { user_id: person.id, value: -1 }
    for (const thread of [seen, unseen]) {
      await db.threadVote.create({ data: { ...data, thread_id: thread.id } })
      await createComment({ author: person, thread, body: `In ${thread.meta_slug}` })
      await db.commentVote.create({ data: { ...data, comment_id: (await createComment({ thread })).id } })
    }
    await createComment({ author: person, thread: seen, body: 'deleted', deleted_at: new Date() })
    await db.report.create({ data: { reporter_id: person.id, thread_id: seen.id, reason: 'Spam' } })
    const reported = await createComment({ thread: seen })
    await db.report.create({ data: { reporter_id: person.id, thread_id: unseen.id, reason: 'Rude' } })
    await db.report.create({ data: { reporter_id: person.id, comment_id: reported.id } })
    await db.threadDraft.create({ data: { user_id: person.id, title: 'Half', section: '', description: '' } })
    const { forum } = (await get(paths.api.meExport, { as: person })).body
    const time = expect.any(String)
    expect(forum).toEqual({
      threads: [
        {
          meta_slug: mine.meta_slug,
          section: section.slug,
          title: mine.title,
          description: mine.description,
          pending_edit: null,
          status: 'rejected',
          moderation_note: 'Why?',
          created_at: time,
          published_at: null,
          edited_at: null,
        },
      ],
      comments: [
        {
          thread: seen.meta_slug,
          body: `In ${seen.meta_slug}`,
          pending_edit: null,
          status: 'published',
          created_at: time,
          edited_at: null,
        },
        {
          thread: null,
          body: `In ${unseen.meta_slug}`,
          pending_edit: null,
          status: 'published',
          created_at: time,
          edited_at: null,
        },
      ],
      thread_votes: [seen.meta_slug, null].map((thread) => ({ thread, value: 'dislike', voted_at: time })),
      comment_votes: [
        { thread: seen.meta_slug, comment: expect.any(Number), value: 'dislike', voted_at: time },
        { thread: null, comment: null, value: 'dislike', voted_at: time },
      ],
      saved_threads: [],
      watched_threads: [],
      read_threads: [],
      reports: [
        { thread: seen.meta_slug, comment: null, reason: 'Spam', reported_at: time },
        { thread: null, comment: null, reason: 'Rude', reported_at: time },
        { thread: seen.meta_slug, comment: reported.id, reason: '', reported_at: time },
      ],
      draft: { title: 'Half', section: '', description: '', updated_at: time },
      notification_settings: { moderation_mail: 'at_once', activity_mail: 'daily' },
      notifications: [],
    })
  })
})
