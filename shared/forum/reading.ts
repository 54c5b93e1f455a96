import * as z from 'zod/mini'
import { wholeNumber } from '../fields.ts'

/** Up to this comment of a thread everything was read. */
export const Reading = z.object({ comment_id: wholeNumber(1, 2_147_483_647) })
/** Who has more unread ones is shown so many. */
export const maxUnreadComments = 100
/** What others have written in a thread since it was read last. */
export const UnreadComments = z.object({
  count: z.int().check(z.minimum(1), z.maximum(maxUnreadComments)),
  first_id: z.int(),
})
export type UnreadComments = z.infer<typeof UnreadComments>
