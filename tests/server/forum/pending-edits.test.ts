import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, patch, post, remove, url } from '../../support/app.ts'
import {
  createApprovedComment,
  createApprovedThread,
  createNewcomer,
  createRegular,
  minutesAgo,
  reviewQueueOf,
} from '../../support/rules/approved-texts.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = forumPaths
const moderator = await createNewcomer({ role: 'moderator' })
type Slug = { meta_slug: string }
const edit = ({ meta_slug }: Slug, changes: object, as: Person) => patch(api.thread(meta_slug), changes, { as })
const editComment = ({ id }: { id: number }, body: string, as: Person) => patch(api.comment(id), { body }, { as })
const sectionOf = async ({ section_id }: { section_id: number }) =>
  (await db.section.findUniqueOrThrow({ where: { id: section_id } })).slug
const spam = 'Cheap [watches](https://watches.test/all) here'

describe('PATCH a thread approved by a moderator', () => {
  test('holds the edit of an author without another public thread, and shows others the former text', async () => {
    const author = await createNewcomer()
    const thread = await createApprovedThread(author, { title: `Quokka ${newSlug('of')}` })
    const answer = await edit(thread, { title: 'Cheap watches', description: spam }, author)
    const pending_edit = {
      title: 'Cheap watches',
      source: spam,
      html: expect.stringContaining('watches.test'),
      created_at: expect.any(String),
    }
    expect(answer).toMatchObject({
      status: 200,
      body: {
        title: thread.title,
        source: thread.description,
        meta_slug: thread.meta_slug,
        edited_at: null,
        pending_edit,
      },
    })
    expect((await get(api.thread(thread.meta_slug), { as: author })).body.pending_edit).toEqual(
      answer.body.pending_edit,
    )
    const [stranger, page] = [await createNewcomer(), forumPaths.thread(thread.meta_slug)]
    const reads = [
      api.thread(thread.meta_slug),
      page,
      api.threads(),
      forumPaths.forum(),
      forumPaths.rss,
      api.threads({ q: 'watches' }),
    ]
    for (const as of [undefined, stranger, moderator])
      for (const path of reads) expect((await get(path, { as })).text).not.toMatch(/cheap|watches\.test/i)
    for (const as of [undefined, stranger, moderator])
      expect((await get(api.thread(thread.meta_slug), { as })).body).toMatchObject({
        title: thread.title,
        pending_edit: null,
      })
    expect(await reviewQueueOf(author)).toMatchObject([{ key: `thread_edit:${thread.id}` }])
  })

  test('holds the edit of an account on its first day, and of a member whose texts are on hold', async () => {
    const fresh = await createNewcomer({ created_at: minutesAgo(60) })
    await createThread({ author: fresh })
    const spammer = await createRegular()
    for (const author of [fresh, spammer]) {
      const thread = await createApprovedThread(author)
      if (author === spammer) await db.user.update({ where: { id: author.id }, data: { held_at: minutesAgo(10) } })
      expect((await edit(thread, { title: 'Another title' }, author)).body).toMatchObject({
        title: thread.title,
        pending_edit: { title: 'Another title', source: thread.description },
      })
    }
  })

  test.each([
    { what: 'without a link', text: 'Nothing but words', waits: false },
    { what: 'with a link that stood there', text: 'See https://www.known.test/other', waits: false },
    { what: 'with a link to this site', text: 'See PUBLIC_URL/forum and [this](/forum)', waits: false },
    { what: 'with a link to another host', text: 'See https://unknown.test', waits: true },
    { what: 'with a picture of another host', text: '![See](https://unknown.test/a.png)', waits: true },
    { what: 'with a link hidden in entities', text: '[a](http&colon;//unknown.test)', waits: true },
  ])('with text of a regular author $what: holds the edit: $waits', async ({ text, waits }) => {
    const author = await createRegular()
    const description_html = '<p><a href="https://known.test/a" rel="nofollow ugc noopener">known</a></p>'
    const thread = await createApprovedThread(author, { description_html })
    const { body } = await edit(thread, { description: text.replace('PUBLIC_URL', url) }, author)
    expect(body.pending_edit !== null).toBe(waits)
    expect(body.edited_at === null).toBe(waits)
  })

  test('changes the sent fields of the pending edit, and deletes it if it equals the public text', async () => {
    const author = await createNewcomer()
    const thread = await createApprovedThread(author)
    await edit(thread, { description: spam }, author)
    const { body } = await edit(thread, { title: 'Another title' }, author)
    expect(body.pending_edit).toMatchObject({ title: 'Another title', source: spam })
    expect(await reviewQueueOf(author)).toHaveLength(1)
    const { title, description } = thread
    expect((await edit(thread, { title, description }, author)).body).toMatchObject({
      pending_edit: null,
      edited_at: null,
    })
    expect(await reviewQueueOf(author)).toEqual([])
  })

  test('drops the pending edit if the next edit needs no approval', async () => {
    const author = await createRegular()
    const thread = await createApprovedThread(author)
    await edit(thread, { description: spam }, author)
    const { body } = await edit(thread, { description: 'Nothing but words' }, author)
    expect(body).toMatchObject({ pending_edit: null, source: 'Nothing but words' })
  })

  test('stores one pending edit if the request is sent many times concurrently', async () => {
    const author = await createNewcomer()
    const thread = await createApprovedThread(author)
    const answers = await Promise.all(Array.from({ length: 6 }, () => edit(thread, { description: spam }, author)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await reviewQueueOf(author)).toHaveLength(1)
  })

  test('changes the thread at once if a moderator edits it, or if no moderator has approved it', async () => {
    const author = await createNewcomer()
    const unread = await createThread({ author, created_at: minutesAgo(5) })
    expect((await edit(unread, { description: spam }, author)).body).toMatchObject({ source: spam, pending_edit: null })
    const moderatorsThread = await createThread({
      author: moderator,
      created_at: minutesAgo(5),
      moderated_at: new Date(),
    })
    expect((await edit(moderatorsThread, { description: spam }, moderator)).body).toMatchObject({
      source: spam,
      pending_edit: null,
    })
  })

  test('holds the edit even if a moderator has dismissed a report of the thread', async () => {
    const author = await createNewcomer()
    const thread = await createThread({ author, created_at: minutesAgo(5) })
    const report = await db.report.create({ data: { thread_id: thread.id, reporter_id: moderator.id } })
    await post(moderationPaths.api.resolveReport(report.id), { action: 'dismiss' }, { as: moderator })
    expect((await edit(thread, { description: spam }, author)).body.pending_edit).toMatchObject({ source: spam })
  })

  test('changes the section at once while an edit is pending', async () => {
    const author = await createNewcomer()
    const [thread, other] = [await createApprovedThread(author), await createThread()]
    await edit(thread, { description: spam }, author)
    const slug = await sectionOf(other)
    const { body } = await edit(thread, { section: slug }, author)
    expect(body).toMatchObject({ section: { slug }, source: thread.description, pending_edit: { source: spam } })
  })

  test('keeps the section that a moderator chose, even if the edit changes the address', async () => {
    const author = await createRegular()
    const [thread, other] = [await createApprovedThread(author), await createThread()]
    const [former, section] = [await sectionOf(thread), await sectionOf(other)]
    await patch(moderationPaths.api.thread(thread.meta_slug), { section }, { as: moderator })
    const { body } = await edit(thread, { title: 'Another address', section }, author)
    expect(body).toMatchObject({ title: 'Another address', section: { slug: section } })
    expect(await edit(body, { section: former }, author)).toMatchObject({
      status: 400,
      body: { section: ['A moderator moved this thread to its section.'] },
    })
    expect((await get(api.thread(body.meta_slug), { as: author })).body.section.slug).toBe(section)
  })
})

describe('PATCH a comment approved by a moderator', () => {
  test('holds the edit of a comment that was held before, and shows others the former text', async () => {
    const author = await createNewcomer()
    const comment = await createApprovedComment(author)
    const { body } = await editComment(comment, spam, author)
    expect(body).toMatchObject({
      status: 'visible',
      source: comment.body,
      edited_at: null,
      pending_edit: { title: null, source: spam, html: expect.stringContaining('watches.test') },
    })
    const { meta_slug } = comment.thread
    for (const as of [undefined, await createNewcomer(), moderator]) {
      for (const path of [api.comments(meta_slug), forumPaths.thread(meta_slug), api.foundComments({ q: 'watches' })])
        expect((await get(path, { as })).text).not.toContain('watches.test')
      expect((await get(api.comments(meta_slug), { as })).body.results[0].pending_edit).toBeNull()
    }
    const mine = await get(api.comments(meta_slug), { as: author })
    expect(mine.body.results[0].pending_edit).toEqual(body.pending_edit)
    expect(await reviewQueueOf(author)).toMatchObject([{ key: `comment_edit:${comment.id}` }])
    expect((await editComment(comment, comment.body, author)).body.pending_edit).toBeNull()
  })

  test('holds the edit of a comment that a moderator kept after reports, or restored', async () => {
    for (const approve of [
      async (id: number) => {
        const report = await db.report.create({ data: { comment_id: id, reporter_id: moderator.id } })
        await post(moderationPaths.api.resolveReport(report.id), { action: 'dismiss' }, { as: moderator })
      },
      async (id: number) => {
        await remove(api.comment(id), undefined, { as: moderator })
        await post(api.commentRestore(id), undefined, { as: moderator })
      },
    ]) {
      const author = await createNewcomer()
      const comment = await createComment({ author })
      await approve(comment.id)
      expect((await editComment(comment, spam, author)).body.pending_edit).toMatchObject({ source: spam })
    }
  })

  test('holds the edit of a regular author only if it adds an outside link', async () => {
    const author = await createRegular()
    const comment = await createApprovedComment(author)
    expect((await editComment(comment, 'Nothing but words', author)).body).toMatchObject({
      source: 'Nothing but words',
      pending_edit: null,
    })
    expect((await editComment(comment, spam, author)).body).toMatchObject({
      source: 'Nothing but words',
      pending_edit: { source: spam },
    })
    expect((await editComment(comment, 'Other words', author)).body).toMatchObject({
      source: 'Other words',
      pending_edit: null,
    })
  })

  test('changes the comment at once if no moderator has approved it', async () => {
    const author = await createNewcomer()
    expect((await editComment(await createComment({ author }), spam, author)).body).toMatchObject({
      source: spam,
      pending_edit: null,
    })
  })

  test('never makes a text public that the moderator did not read, even concurrently with the decision', async () => {
    const author = await createNewcomer()
    for (let round = 0; round < 6; round++) {
      const comment = await createComment({ author, status: 'pending' })
      const decision = { decision: 'publish', version: createHash('md5').update(comment.body).digest('hex') }
      const publish = () => post(moderationPaths.api.moderateComment(comment.id), decision, { as: moderator })
      const change = () => editComment(comment, `${spam} ${round}`, author)
      const answers = await Promise.all(round % 2 ? [publish(), change()] : [change(), publish()])
      const isPublished = answers.at(round % 2 ? 0 : 1)?.status === 200
      const { body, status } = await db.comment.findUniqueOrThrow({ where: { id: comment.id } })
      const waiting = await db.pendingEdit.count({ where: { comment_id: comment.id } })
      expect([status, body === comment.body, waiting]).toEqual(
        isPublished ? ['published', true, 1] : ['pending', false, 0],
      )
    }
  })
})

describe('a pending edit', () => {
  test('is in the data export of its author', async () => {
    const author = await createNewcomer()
    await edit(await createApprovedThread(author), { title: 'Another title' }, author)
    await editComment(await createApprovedComment(author), spam, author)
    const { body } = await get('/api/users/me/export/', { as: author })
    expect(body.forum.threads[0].pending_edit).toMatchObject({ title: 'Another title' })
    expect(body.forum.comments[0].pending_edit).toMatchObject({ source: spam })
  })
})
