import { adminPaths } from '#shared/admin/paths.ts'
import { normalizeEmail } from '#shared/users/email.ts'
import type { MemberCard, MemberFilters, MemberPage, MemberQuery } from '#shared/admin/members.ts'
import { readCursor, page } from '../sql/cursor.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { z } from 'zod'

/** Words of a search, the longest of which the index is asked for first by itself. */
const maxWords = 8

/** As `member_words_plain` has it. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
const words = Prisma.sql`member_words_plain("user".username, "user".email, first_name, last_name)`

/** An id, the beginning of an address, or the beginnings of words, all of them. */
function matches(q: string): Prisma.Sql[] {
  const typed = q.trim().toLowerCase()
  if (typed === '') return []
  if (/^[1-9]\d{0,8}$/.test(typed))
    return [Prisma.sql`("user".id = ${Number(typed)} OR ${words} LIKE ${`% ${typed}%`})`]
  if (typed.indexOf('@') > 0 && !/\s/.test(typed))
    return [Prisma.sql`"user".email LIKE ${`${escaped(normalizeEmail(typed))}%`}`]
  return plain(typed)
    .split(/\s+/)
    .slice(0, maxWords)
    .map((word) => Prisma.sql`${words} LIKE ${`% ${escaped(word)}%`}`)
}

const lasts = Prisma.sql`(expires_at IS NULL OR expires_at > now())`
const states = {
  active: Prisma.sql`blocked_at IS NULL AND held_at IS NULL AND email_confirmed_at IS NOT NULL`,
  unconfirmed: Prisma.sql`blocked_at IS NULL AND held_at IS NULL AND email_confirmed_at IS NULL`,
  held: Prisma.sql`blocked_at IS NULL AND held_at IS NOT NULL`,
  blocked: Prisma.sql`blocked_at IS NOT NULL`,
}

/** The highest of what lasts, as `tier_of` tells it, in words that the index of tiers is asked in. */
const hasTier = (tier: number) =>
  tier === 0
    ? Prisma.sql`NOT EXISTS (SELECT FROM access WHERE user_id = "user".id AND access.tier > 0 AND ${lasts})`
    : Prisma.sql`"user".id IN (SELECT user_id FROM access WHERE access.tier = ${tier} AND ${lasts})
        AND NOT EXISTS (SELECT FROM access WHERE user_id = "user".id AND access.tier > ${tier} AND ${lasts})`

/** Whether these filters let through a member whose id is below one. */
export const isListedMember = ({ q, role, tier, state }: MemberFilters, below: number | undefined): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`erased_at IS NULL`,
      ...matches(q),
      ...(role ? [Prisma.sql`role = ${role}::role`] : []),
      ...(tier === undefined ? [] : [hasTier(tier)]),
      ...(state ? [states[state]] : []),
      ...(below === undefined ? [] : [Prisma.sql`"user".id < ${below}`]),
    ],
    ' AND ',
  )

export const memberState = Prisma.sql`CASE WHEN blocked_at IS NOT NULL THEN 'blocked' WHEN held_at IS NOT NULL THEN 'held'
  WHEN email_confirmed_at IS NULL THEN 'unconfirmed' ELSE 'active' END`

/** The newest first. */
export async function listMembers({ q, role, tier, state, limit, cursor }: MemberQuery): Promise<MemberPage> {
  const position = readCursor(cursor, 'members', z.literal(''))
  const isListed = isListedMember({ q, role, tier, state }, position?.id)
  // Planned anew each time: how common a word is decides the plan.
  const rows = await queryRows<{ answer: MemberCard }>(Prisma.sql`
    SELECT json_build_object('id', member.id, 'username', username, 'email', email, 'first_name', first_name,
             'last_name', last_name, 'avatar_color', avatar_color, 'role', role, 'is_team', is_team, 'tier', tier,
             'state', ${memberState},
             'created_at', ${isoTimestamp('created_at')}) AS answer
      FROM (SELECT * FROM "user" WHERE ${isListed} ORDER BY id DESC LIMIT ${limit + 1}) AS member,
           tier_of(member.id) ORDER BY member.id DESC`)
  return page(
    rows.map(({ answer }) => answer),
    {
      order: 'members',
      limit,
      keyOf: ({ id }) => ['', id],
      pathOf: (next) => adminPaths.api.members({ q, role, tier, state, ...next }),
    },
  )
}
