import * as z from 'zod/mini'
import { lineUpTo, wholeNumber } from '../fields.ts'
import { PlainText } from './schema.ts'
import { ListedPrompt } from './marks.ts'
import { pageOf } from '../page.ts'

export const maxCollections = 200
export const maxCollectionItems = 1000

export const maxCollectionNameLength = 60
const CollectionName = lineUpTo(maxCollectionNameLength)
const Position = wholeNumber(0, 2_147_483_647) // from 0; beyond the end it means last

export const NewCollection = z.object({ name: CollectionName })
export const CollectionChanges = z.partial(z.object({ name: CollectionName, position: Position }))
export type CollectionChanges = z.infer<typeof CollectionChanges>
export const CollectedPosition = z.object({ position: Position })

export const Collection = z.object({
  id: z.int(),
  name: z.string(),
  position: z.int(),
  prompt_count: z.int(),
  share_key: z.nullable(z.string()),
  has_prompt: z.optional(z.boolean()),
})
export type Collection = z.infer<typeof Collection>
export const CollectionList = z.object({ results: z.array(Collection) })
export const CollectionListQuery = z.object({
  prompt: z.optional(PlainText.check(z.maxLength(1000))),
})

export const ShareKey = z.object({ share_key: z.string() })
export const SharedCollection = z.extend(pageOf(ListedPrompt), { name: z.string(), owner: z.string() })
export type SharedCollection = z.infer<typeof SharedCollection>
