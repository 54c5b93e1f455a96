import { describe, expect, test } from 'vitest'
import { canEdit, canSee, commentSorts } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { get, openApp, patch, post, remove } from '../../support/app.ts'
import type { TestResponse } from '../../support/app.ts'
import { createMember, idsOf, readComments, writeComment } from '../../support/commenting.ts'
import { createComment, createThread } from '../../support/forum.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const [author, member, moderator] = [
  await createMember(),
  await createMember(),
  await createMember({ role: 'moderator' }),
]
const readers = { visitor: undefined, member, author, moderator }
type Reader = keyof typeof readers
const everyone = Object.keys(readers) as Reader[]

const date = new Date()
const states = {
  shown: {},
  held: { status: 'pending' },
  rejected: { status: 'rejected' },
  hidden: { hidden_at: date },
  deleted: { deleted_at: date },
  removed: { deleted_at: date, is_removed: true },
} as const
type State = keyof typeof states
const openTo: Record<State, Reader[]> = {
  shown: everyone,
  held: ['author', 'moderator'],
  rejected: ['author', 'moderator'],
  hidden: ['author', 'moderator'],
  deleted: [],
  removed: [],
}
const tableOf = Object.keys(states).flatMap((state) =>
  everyone.map((reader) => ({ state: state as State, reader, isOpen: openTo[state as State].includes(reader) })),
)
const secret = (text: string) => text.includes('secret')
const status = async (answer: Promise<TestResponse>) => (await answer).status

describe.each(tableOf)('a comment that is $state, to $reader', ({ state, reader, isOpen }) => {
  const as: Person | undefined = readers[reader]

  test(`is ${isOpen ? 'shown' : 'not shown'} in lists, or is a placeholder if it has replies`, async () => {
    const thread = await createThread({ author })
    const alone = await createComment({ thread, author, body: 'secret', ...states[state] })
    const top = await createComment({ thread, author, body: 'secret', ...states[state] })
    const reply = await createComment({ parent: top, author, body: 'secret', ...states[state] })
    const answer = await createComment({ parent: reply, author: member, body: 'open' })
    for (const sort of commentSorts) {
      const page = await readComments(thread, { sort }, as)
      expect(new Set(idsOf(page))).toEqual(new Set(isOpen ? [alone.id, top.id] : [top.id]))
      expect(secret(page.text)).toBe(isOpen)
      const branch = page.body.results.find(({ id }: { id: number }) => id === top.id)
      expect(branch.author?.username).toBe(isOpen ? author.username : undefined)
      expect(branch.status).toBe(
        isOpen ? (state === 'shown' ? 'visible' : 'held') : state === 'deleted' ? 'deleted' : 'removed',
      )
      expect(branch.replies.results.at(-1)).toMatchObject({ id: answer.id, parent: { id: reply.id } })
      expect(branch.replies.results.at(-1).parent.author === null).toBe(!isOpen)
    }
    const replies = await get(forumPaths.api.replies(top.id), { as })
    expect(idsOf(replies)).toEqual(isOpen ? [reply.id, answer.id] : [answer.id])
    expect(secret(replies.text)).toBe(isOpen)
    for (const { id } of [alone, top, reply])
      expect(await status(readComments(thread, { around: id }, as))).toBe(isOpen ? 200 : 404)
    expect(await status(get(forumPaths.api.replies(alone.id), { as }))).toBe(isOpen ? 200 : 404)
  })

  test('can be edited, voted for, answered and deleted only if the shared rules allow it', async () => {
    const thread = await createThread({ author })
    const comment = await createComment({ thread, author, ...states[state] })
    const isEditable = reader === 'author' && canEdit({ ...author, role: 'user' }, comment, Date.now())
    const refused = reader === 'visitor' ? 401 : isOpen ? 403 : 404
    const changed = await patch(forumPaths.api.comment(comment.id), { body: 'changed' }, { as })
    expect(changed.status).toBe(isEditable ? 200 : refused)
    const canVote = state === 'shown' && (reader === 'member' || reader === 'moderator')
    const voted = await post(forumPaths.api.commentVote(comment.id), { value: 'like' }, { as })
    expect(voted.status).toBe(canVote ? 200 : refused)
    const why =
      reader === 'author'
        ? 'You can’t vote on your own comment.'
        : 'You can only vote on comments that everyone can see.'
    expect(voted.body.detail === why).toBe(voted.status === 403)
    const answered = await writeComment(thread, 'Answer', as, { parent: comment.id })
    expect(answered.status).toBe(reader === 'visitor' ? 401 : state === 'shown' ? 201 : 400)
    const gone = await remove(forumPaths.api.comment(comment.id), undefined, { as })
    const isGone = isOpen ? reader === 'author' || reader === 'moderator' : reader === 'author' && state === 'deleted'
    expect(gone.status).toBe(isGone ? 204 : refused)
  })

  test('is visible if and only if canSee allows it', async () => {
    const comment = await createComment({ author, ...states[state] })
    const person = as ? { ...as, role: reader === 'moderator' ? ('moderator' as const) : ('user' as const) } : null
    expect(canSee(person, comment)).toBe(isOpen)
  })
})

const ofThread = {
  pending: { status: 'pending' },
  rejected: { status: 'rejected' },
  hidden: { hidden_at: date },
  deleted: { deleted_at: date },
} as const

describe.each(Object.keys(ofThread) as (keyof typeof ofThread)[])('a comment of a thread that is %s', (state) => {
  test.each(everyone)('is available to %s only if they may see the thread', async (reader) => {
    const as = readers[reader]
    const thread = await createThread({ author, ...ofThread[state] })
    const comment = await createComment({ thread, author: member })
    const reply = await createComment({ parent: comment, author: member })
    const isOpen = state !== 'deleted' && (reader === 'author' || reader === 'moderator')
    const { comments, commentVote, comment: path, replies, threadEvents } = forumPaths.api
    for (const address of [
      comments(thread.meta_slug),
      comments(thread.meta_slug, { around: reply.id }),
      replies(comment.id),
    ])
      expect(await status(get(address, { as }))).toBe(isOpen ? 200 : 404)
    expect(await status(get(threadEvents(thread.meta_slug), { as }))).toBe(404)
    const hides = reader === 'visitor' ? 401 : 404
    expect(await status(writeComment(thread, 'Hello', as))).toBe(isOpen ? 403 : hides)
    expect(await status(post(commentVote(comment.id), { value: 'like' }, { as }))).toBe(isOpen ? 403 : hides)
    expect(await status(post(forumPaths.api.commentReport(comment.id), {}, { as }))).toBe(isOpen ? 403 : hides)
    expect(await status(patch(path(comment.id), { body: 'changed' }, { as }))).toBe(isOpen ? 403 : hides)
    expect(await status(post(forumPaths.api.commentRestore(comment.id), undefined, { as }))).toBe(
      isOpen && reader === 'moderator' ? 404 : hides,
    )
    const gone = isOpen ? (reader === 'moderator' ? 204 : 403) : hides
    expect(await status(remove(path(comment.id), undefined, { as }))).toBe(gone)
  })
})
