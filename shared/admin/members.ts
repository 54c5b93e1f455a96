import * as z from 'zod/mini'
import { CsvSeparator } from './csv.ts'
import { fieldError, idParam, isLine, wholeNumberParam } from '../fields.ts'
import { PlainText } from '../library/schema.ts'
import { Locale } from '../locale.ts'
import { UtcTimestamp } from '../utc-timestamp.ts'
import { pageOf, PageQuery } from '../page.ts'
import { highestTier, Tier } from '../tier.ts'
import { Role } from '../users/schema.ts'

export const MemberState = z.enum(['active', 'unconfirmed', 'held', 'blocked'])
export type MemberState = z.infer<typeof MemberState>

export const MemberCard = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_color: z.string(),
  role: Role,
  is_team: z.boolean(),
  tier: Tier,
  state: MemberState,
  created_at: z.iso.datetime(),
})
export type MemberCard = z.infer<typeof MemberCard>
export const MemberPage = pageOf(MemberCard)
export type MemberPage = z.infer<typeof MemberPage>

export const maxMemberSearch = 200
const memberFilters = {
  q: z._default(PlainText.check(z.maxLength(maxMemberSearch)), ''),
  role: z.optional(Role),
  tier: z.optional(wholeNumberParam(0, highestTier)),
  state: z.optional(MemberState),
}
export const MemberFilters = z.object(memberFilters)
export const MemberFileQuery = z.object({ ...memberFilters, separator: CsvSeparator })
export type MemberFilters = z.infer<typeof MemberFilters>
export const MemberQuery = z.object({ ...PageQuery.shape, ...memberFilters })
export type MemberQuery = z.infer<typeof MemberQuery>

export const maxMemberNote = 500
const noteError = fieldError('schema.short_line', { max: maxMemberNote })
const Note = z.string(noteError).check(
  z.trim(),
  z.maxLength(maxMemberNote, noteError),
  z.refine((text) => text === '' || isLine(text), noteError),
)

/** Member in the admin area. The ETag covers the editable fields only. */
export const AdminMember = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  is_email_confirmed: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_color: z.string(),
  language: Locale,
  created_at: z.iso.datetime(),
  role: Role,
  is_team: z.boolean(),
  granted_tier: Tier, // granted by an admin in addition to a subscription; 0: nothing
  granted_until: z.nullable(z.iso.datetime()),
  granted_reason: z.string(),
  block: z.nullable(z.object({ at: z.iso.datetime(), hides_content: z.boolean(), reason: z.string() })),
  held_at: z.nullable(z.iso.datetime()), // time from which moderators hold the member's posts as spam
})
export type AdminMember = z.infer<typeof AdminMember>

export const MemberChanges = z.strictObject({
  role: Role,
  granted_tier: Tier,
  granted_until: z.nullable(UtcTimestamp),
  granted_reason: Note,
})
export type MemberChanges = z.infer<typeof MemberChanges>

export const BlockChange = z.strictObject({
  block: z.nullable(z.strictObject({ hides_content: z.boolean(), reason: Note })),
})
export type BlockChange = z.infer<typeof BlockChange>

const Count = z.int().check(z.minimum(0))
const ThreadLink = z.object({
  meta_slug: z.string(),
  title: z.string(),
  is_public: z.boolean(),
  created_at: z.iso.datetime(),
})
export const MemberOverview = z.object({
  tier: Tier,
  access: z.array(
    z.object({
      source: z.enum(['granted', 'subscription']),
      tier: Tier,
      expires_at: z.nullable(z.iso.datetime()),
      is_expired: z.boolean(),
    }),
  ),
  subscription: z.nullable(
    z.object({
      plan_name: z.string(),
      billing_period: z.enum(['month', 'year']),
      status: z.string(),
      current_period_end: z.iso.datetime(),
      auto_renew: z.boolean(),
    }),
  ),
  payments: z.object({
    count: Count,
    failed: Count,
    disputed: Count,
    last_at: z.nullable(z.iso.datetime()),
    totals: z.array(z.object({ currency: z.string(), paid: z.number(), refunded: z.number() })),
  }),
  sessions: Count,
  threads: Count,
  comments: Count,
  latest_threads: z.array(ThreadLink),
  latest_comments: z.array(z.object({ id: z.int(), ...ThreadLink.shape })),
})
export type MemberOverview = z.infer<typeof MemberOverview>

export const MemberSession = z.object({
  id: z.string(),
  device: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
})
export const MemberSessionPage = pageOf(MemberSession)
export type MemberSessionPage = z.infer<typeof MemberSessionPage>

export const MemberParams = z.object({ id: idParam() })
export const MemberSessionParams = z.object({ id: idParam(), session_id: z.uuid() })
