import * as z from 'zod/mini'

/** Edit of an approved text that waits for a moderator. A comment has the `title` null. */
export const PendingEdit = z.object({
  title: z.nullable(z.string()),
  source: z.string(),
  html: z.string(),
  created_at: z.iso.datetime(),
})
export type PendingEdit = z.infer<typeof PendingEdit>
