import * as z from 'zod/mini'
import { PlainText } from '../library/schema.ts'

/** Query for people to mention. `q` is the beginning of a name; if empty, participants of the thread are listed. */
export const MentionQuery = z.object({
  q: z._default(PlainText.check(z.maxLength(30)), ''),
  thread: z.optional(PlainText.check(z.maxLength(1000))),
})
export type MentionQuery = z.infer<typeof MentionQuery>
export const MentionableAuthor = z.object({ username: z.string(), avatar_color: z.string(), is_team: z.boolean() })
export type MentionableAuthor = z.infer<typeof MentionableAuthor>
