import { Prisma } from '../database/db.ts'

/** Whether the one whom a column names has chosen none of some levels for a thread that another names. */
const hasNotChosen = (levels: string) => (user: string, thread: string) =>
  Prisma.raw(`NOT EXISTS (SELECT FROM thread_member WHERE thread_member.user_id = ${user}
    AND thread_member.thread_id = ${thread} AND thread_member.watch IN (${levels}))`)

/** Conditions: whether a thread's author is notified of every comment in it; whether anybody is of what is meant for them. */
export const authorFollows = hasNotChosen(`'replies', 'muted'`)
export const hasNotMuted = hasNotChosen(`'muted'`)
