import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Unsubscribed } from '#shared/forum/notifications.ts'
import { db } from '../database/db.ts'
import { FieldProblem } from '../problem.ts'

const endings = {
  activity: ['activity_mail'],
  moderation: ['moderation_mail'],
  all: ['moderation_mail', 'activity_mail'],
} as const satisfies Record<string, Unsubscribed['ended']>
export type UnsubscribeScope = keyof typeof endings

const sign = (subject: string, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${subject}`).digest('base64url')

/** Signed token of an unsubscribe link. It never expires, since it can only end mails of one person. */
export const unsubscribeToken = (user_id: number, ending: UnsubscribeScope, secret: string) =>
  `${user_id}-${ending}-${sign(`${user_id}-${ending}`, secret)}`

const tokenForm = /^(?<subject>(?<id>[1-9]\d{0,8})-(?<ending>activity|moderation|all))-(?<signature>[\w-]{43})$/

/** Returns the content of a token, also of one signed with an earlier secret, since a mail may be old. */
function readToken(token: string, secrets: readonly string[]): { user_id: number; ending: UnsubscribeScope } | null {
  const { subject = '', id, ending, signature = '' } = tokenForm.exec(token)?.groups ?? {}
  if (!ending) return null
  const isSigned = secrets.some((secret) => timingSafeEqual(Buffer.from(sign(subject, secret)), Buffer.from(signature)))
  return isSigned ? { user_id: Number(id), ending: ending as UnsubscribeScope } : null
}

export async function unsubscribe(token: string, secrets: readonly string[]): Promise<Unsubscribed> {
  const read = readToken(token, secrets)
  const ended = read ? [...endings[read.ending]] : []
  const data = Object.fromEntries(ended.map((column) => [column, 'none' as const]))
  const { count } = read ? await db.user.updateMany({ where: { id: read.user_id }, data }) : { count: 0 }
  if (count === 0) throw new FieldProblem('token', 'notification.wrong_link')
  return { ended }
}
