import * as z from 'zod/mini'
import { fieldError, idParam, isLine, wholeNumberParam } from './fields.ts'
import { PlainText } from './library.ts'
import { Locale } from './locale.ts'
import { Moment } from './moment.ts'
import { pageOf, PageQuery } from './page.ts'
import { highestTier, Tier } from './tier.ts'
import { Role } from './users.ts'

/** `active`: confirmed and not blocked. */
export const MemberState = z.enum(['active', 'unconfirmed', 'blocked'])
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
export const MemberQuery = z.object({
  ...PageQuery.shape,
  /** Beginnings of words of the name, the username and the address, or an id. */
  q: z._default(PlainText.check(z.maxLength(maxMemberSearch)), ''),
  role: z.optional(Role),
  tier: z.optional(wholeNumberParam(0, highestTier)),
  state: z.optional(MemberState),
})
export type MemberQuery = z.infer<typeof MemberQuery>

export const maxMemberNote = 500
const noteError = fieldError('schema.short_line', { max: maxMemberNote })
/** Why something was done, for other admins: one line, or nothing. */
const Note = z.string(noteError).check(
  z.trim(),
  z.maxLength(maxMemberNote, noteError),
  z.refine((text) => text === '' || isLine(text), noteError),
)

/** What can be changed of a member, with what it is about. Its ETag is that of its own state alone. */
export const Member = z.object({
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
  /** The team's own account, which nobody signs in to: it keeps its role. */
  is_team: z.boolean(),
  /** What an operator gave beside what the person pays for; 0: nothing. */
  granted_tier: Tier,
  /** Null: until it is taken back. */
  granted_until: z.nullable(z.iso.datetime()),
  granted_reason: z.string(),
  block: z.nullable(z.object({ at: z.iso.datetime(), hides_content: z.boolean(), reason: z.string() })),
})
export type Member = z.infer<typeof Member>

export const MemberChanges = z.strictObject({
  role: Role,
  granted_tier: Tier,
  granted_until: z.nullable(Moment),
  granted_reason: Note,
})
export type MemberChanges = z.infer<typeof MemberChanges>

/** Null: it is taken back. */
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
/** What changes by itself around a member. Amounts are decimal, by currency. */
export const MemberOverview = z.object({
  tier: Tier,
  access: z.array(
    z.object({ source: z.enum(['granted', 'subscription']), tier: Tier, expires_at: z.nullable(z.iso.datetime()) }),
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
