import { db } from '../../server/database/db.ts'
import type { Thread } from '../../server/generated/client.ts'
import type { NotificationKind } from '../../server/generated/enums.ts'
import { notify } from '../../server/notifications/notify.ts'
import type { NotificationEvent } from '../../server/notifications/notify.ts'
import { app, sql } from './app.ts'
import { until } from './postgres/database.ts'
import { createComment, createThread } from './forum.ts'
import { createPerson } from './people.ts'
import type { Person } from './people.ts'

type Sent = NotificationEvent & { user_id: number; kind: NotificationKind }
export const sendNotification = ({ user_id, kind, ...event }: Sent) =>
  db.$transaction((transaction) => notify({ transaction, jobs: app.jobs }, [{ user_id, kind }], event))

type Frequency = 'at_once' | 'daily' | 'none'
type NewMember = { moderation_mail?: Frequency; activity_mail?: Frequency; language?: 'en' | 'es' }

export const createMember = (options: NewMember & { first_name?: string; username?: string } = {}) =>
  createPerson({ email_confirmed_at: new Date(), ...options })

type Id = { id: number }
type CommentOptions = { thread?: Thread; author?: Person }

export async function commentFor(person: Id, options: CommentOptions = {}) {
  const thread = options.thread ?? (await createThread({ author: person }))
  const author = options.author ?? (await createPerson())
  const comment = await createComment({ thread, author })
  await sendNotification({
    user_id: person.id,
    kind: 'comment',
    key: `comment:${comment.id}`,
    thread_id: thread.id,
    comment_id: comment.id,
    actor_id: author.id,
  })
  return { thread, comment, author }
}

export const jobsDone = () =>
  until(async () => {
    const { rows } = await sql.query(
      `SELECT count(*)::int FROM pgboss.job WHERE name LIKE 'notification%' AND state NOT IN ('completed', 'cancelled')`,
    )
    return rows[0].count === 0
  })
