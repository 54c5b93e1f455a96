import type { ReviewItem } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { db } from '../../../server/database/db.ts'
import type { Comment, Thread } from '../../../server/generated/client.ts'
import { get, post } from '../app.ts'
import { createComment, createPoster, createThread } from '../forum.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'

const { api } = moderationPaths
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

export const createNewcomer = createPoster
export async function createRegular(): Promise<Person> {
  const author = await createPoster()
  await createThread({ author })
  return author
}

export async function createApprovedThread(
  author: Person,
  changes: Parameters<typeof createThread>[0] = {},
): Promise<Thread> {
  const moderator = await createPerson({ role: 'moderator' })
  const { meta_slug } = await createThread({ author, status: 'pending', created_at: minutesAgo(5), ...changes })
  await post(api.moderateThread(meta_slug), { decision: 'publish' }, { as: moderator })
  return db.thread.findUniqueOrThrow({ where: { meta_slug } })
}

export async function createApprovedComment(author: Person): Promise<Comment & { thread: Thread }> {
  const moderator = await createPerson({ role: 'moderator' })
  const { id } = await createComment({ author, status: 'pending' })
  await post(api.moderateComment(id), { decision: 'publish' }, { as: moderator })
  return db.comment.findUniqueOrThrow({ where: { id }, include: { thread: true } })
}

export async function reviewQueueOf({ username }: Person): Promise<ReviewItem[]> {
  const as = await createPerson({ role: 'moderator' })
  const found: ReviewItem[] = []
  for (let path: string | null = api.queue({ limit: 50 }); path;) {
    const { body }: { body: { results: ReviewItem[]; next: string | null } } = await get(path, { as })
    found.push(...body.results.filter(({ author }) => author?.username === username))
    path = body.next
  }
  return found
}
