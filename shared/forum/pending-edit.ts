import * as z from 'zod/mini'

/** What its author made of a public text that a moderator approved: public once a moderator publishes it. `title` is null for a comment. */
export const PendingEdit = z.object({
  title: z.nullable(z.string()),
  source: z.string(),
  html: z.string(),
  created_at: z.iso.datetime(),
})
export type PendingEdit = z.infer<typeof PendingEdit>
