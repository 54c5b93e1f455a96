import * as z from 'zod/mini'
import { wholeNumber } from '../fields.ts'

export const ReadPosition = z.object({ comment_id: wholeNumber(1, 2_147_483_647) })
export const maxUnreadComments = 100 // maximum to which unread comments are counted
export const UnreadComments = z.object({
  count: z.int().check(z.minimum(1), z.maximum(maxUnreadComments)),
  first_id: z.int(),
})
export type UnreadComments = z.infer<typeof UnreadComments>
