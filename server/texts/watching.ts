import { Prisma } from '../database/db.ts'

/** SQL condition: the member has chosen none of these levels for the thread. */
const hasNotChosen = (levels: string) => (user: string, thread: string | number) =>
  Prisma.sql`NOT EXISTS (SELECT FROM thread_member WHERE thread_member.user_id = ${Prisma.raw(user)}
    AND thread_member.thread_id = ${typeof thread === 'string' ? Prisma.raw(thread) : thread} AND thread_member.watch IN (${Prisma.raw(levels)}))`

export const authorFollows = hasNotChosen(`'replies', 'muted'`)
export const hasNotMuted = hasNotChosen(`'muted'`)
