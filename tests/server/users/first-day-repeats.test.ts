import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, patch, post } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createPoster, createSection, createThread } from '../../support/forum.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const thread = await createThread()
const typed = { typing_ms: 60_000 }
const createYoung = () => createPoster({ created_at: new Date() })
const statusOf = async (body: string, as: Person, rest: object = typed) =>
  (await writeComment(thread, body, as, rest)).body.status
const edit = async (id: number, body: string, as: Person) =>
  (await patch(forumPaths.api.comment(id), { body }, { as })).body.status

describe('on the first day of an account', () => {
  test('the third comment with the same text is held, ignoring case and white space', async () => {
    const [young, threads] = [await createYoung(), await Promise.all([1, 2, 3, 4].map(() => createThread()))]
    const bodies = ['Buy this now', 'buy  this now', ' Buy this NOW', 'Buy this\nnow']
    const statuses = []
    for (const [at, body] of bodies.entries())
      statuses.push((await writeComment(threads[at] ?? thread, body, young, typed)).body.status)
    expect(statuses).toEqual(['visible', 'visible', 'held', 'held'])
    expect(await statusOf('Something else', young)).toBe('visible')
  })

  test('the third comment with a link to the same host is held for a moderator', async () => {
    const young = await createYoung()
    const statuses = []
    for (const body of [
      'At https://spam.test/a',
      'See www.spam.test',
      'And [here](http://spam.test:81/?b&c)',
      'https://other.test',
    ])
      statuses.push(await statusOf(body, young))
    expect(statuses).toEqual(['visible', 'visible', 'held', 'visible'])
    const as = await createPoster({ role: 'moderator' })
    const { results } = (await get(moderationPaths.api.queue({ limit: 50 }), { as })).body
    expect(
      results.filter(({ author }: { author: { username: string } }) => author.username === young.username),
    ).toHaveLength(1)
  })

  test('threads and deleted comments count as repeats', async () => {
    const young = await createYoung()
    const section = await createSection()
    const description = 'My shop is at https://shop.test'
    await post(forumPaths.api.threads(), { title: 'About my shop', section: section.slug, description }, { as: young })
    const { body } = await writeComment(thread, 'https://shop.test/one', young, typed)
    await db.comment.update({ where: { id: body.id }, data: { deleted_at: new Date() } })
    expect(await statusOf('https://shop.test/two', young)).toBe('held')
  })

  test('two of six concurrent comments with the same text are visible', async () => {
    const [young, threads] = [await createYoung(), await Promise.all([1, 2, 3, 4, 5, 6].map(() => createThread()))]
    const answers = await Promise.all(threads.map((one) => writeComment(one, 'All at once', young, typed)))
    expect(answers.map(({ body }) => body.status as string).toSorted((one, other) => one.localeCompare(other))).toEqual(
      ['held', 'held', 'held', 'held', 'visible', 'visible'],
    )
  })

  test('an edit that repeats a text is held, and notifies nobody', async () => {
    const young = await createYoung()
    const named = await createPoster()
    const text = `Look at this, @${named.username}`
    expect([await statusOf('Look at this', young), await statusOf('Look at that', young)]).toEqual([
      'visible',
      'visible',
    ])
    expect(await statusOf(text, young)).toBe('visible')
    const answered = await writeComment(thread, 'An answer', young, typed)
    expect(await edit(answered.body.id, text, young)).toBe('visible')
    const third = await writeComment(thread, 'An innocent text', young, typed)
    expect(await edit(third.body.id, text, young)).toBe('held')
    expect(await db.notification.count({ where: { user_id: named.id } })).toBe(2)
    expect(await edit(third.body.id, 'Innocent again', young)).toBe('held')
  })
})

test('an older account may repeat a text, which is not held', async () => {
  const member = await createPoster()
  const threads = await Promise.all([1, 2, 3].map(() => createThread()))
  for (const one of threads)
    expect((await writeComment(one, 'Thanks https://a.test', member, typed)).body.status).toBe('visible')
})
