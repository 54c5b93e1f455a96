import { adminPaths } from '#shared/admin/paths.ts'
import { normalizeEmail } from '#shared/users/email.ts'
import type { MemberCard, MemberFilters, MemberPage, MemberQuery } from '#shared/admin/members.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'

const maxWords = 8

/** Normalizes a text like the SQL function `member_words_plain`. Both must match. */
const plainText = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
const memberWords = Prisma.sql`member_words_plain("user".username, "user".email, first_name, last_name)`

/** Returns SQL conditions: the id, the start of the email address, or the start of every word matches. */
function searchConditions(q: string): Prisma.Sql[] {
  const typed = q.trim().toLowerCase()
  if (typed === '') return []
  if (/^[1-9]\d{0,8}$/.test(typed))
    return [Prisma.sql`("user".id = ${Number(typed)} OR ${memberWords} LIKE ${`% ${typed}%`})`]
  if (typed.indexOf('@') > 0 && !/\s/.test(typed))
    return [Prisma.sql`"user".email LIKE ${`${escaped(normalizeEmail(typed))}%`}`]
  return plainText(typed)
    .split(/\s+/)
    .slice(0, maxWords)
    .map((word) => Prisma.sql`${memberWords} LIKE ${`% ${escaped(word)}%`}`)
}

const isCurrentAccess = Prisma.sql`(expires_at IS NULL OR expires_at > now())`
const states = {
  active: Prisma.sql`blocked_at IS NULL AND held_at IS NULL AND email_confirmed_at IS NOT NULL`,
  unconfirmed: Prisma.sql`blocked_at IS NULL AND held_at IS NULL AND email_confirmed_at IS NULL`,
  held: Prisma.sql`blocked_at IS NULL AND held_at IS NOT NULL`,
  blocked: Prisma.sql`blocked_at IS NOT NULL`,
}

/** SQL condition: this is the highest unexpired tier of the account. Equals `tier_of`, but can use an index. */
const hasTier = (tier: number) =>
  tier === 0
    ? Prisma.sql`NOT EXISTS (SELECT FROM access WHERE user_id = "user".id AND access.tier > 0 AND ${isCurrentAccess})`
    : Prisma.sql`"user".id IN (SELECT user_id FROM access WHERE access.tier = ${tier} AND ${isCurrentAccess})
        AND NOT EXISTS (SELECT FROM access WHERE user_id = "user".id AND access.tier > ${tier} AND ${isCurrentAccess})`

export const memberCondition = ({ q, role, tier, state }: MemberFilters): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`erased_at IS NULL`,
      ...searchConditions(q),
      ...(role ? [Prisma.sql`role = ${role}::role`] : []),
      ...(tier === undefined ? [] : [hasTier(tier)]),
      ...(state ? [states[state]] : []),
    ],
    ' AND ',
  )

export const memberStateSql = Prisma.sql`CASE WHEN blocked_at IS NOT NULL THEN 'blocked' WHEN held_at IS NOT NULL THEN 'held'
  WHEN email_confirmed_at IS NULL THEN 'unconfirmed' ELSE 'active' END`

export function listMembers({ limit, cursor, ...filters }: MemberQuery): Promise<MemberPage> {
  return forwardPage({
    keyset: keyset('members', 'none', ['"user".id']),
    query: { limit, cursor },
    pathOf: (next) => adminPaths.api.members({ ...filters, ...next }),
    // The statement has no name: the best plan depends on how common the words of the search are.
    read: ({ after, by, most }) =>
      jsonRows<MemberCard>(Prisma.sql`
    SELECT json_build_object('id', member.id, 'username', username, 'email', email, 'first_name', first_name,
             'last_name', last_name, 'avatar_color', avatar_color, 'role', role, 'is_team', is_team, 'tier', tier,
             'state', ${memberStateSql},
             'created_at', ${isoTimestamp('created_at')}) AS answer
      FROM (SELECT * FROM "user" WHERE ${memberCondition(filters)} AND ${after} ORDER BY ${by} LIMIT ${most}) AS member,
           tier_of(member.id) ORDER BY member.id DESC`),
  })
}
