import * as z from 'zod/mini'
import { paths } from './paths.ts'
import { tierRequired } from './problem.ts'
import { matching } from './query-params.ts'
import { Tier } from './tier.ts'

/** An item of the library by its kind and slug, as `prompt/outline-a-talk`: an address shows no words that others wrote. */
const readWanted = matching(/^(?:category|use-case|prompt|pipeline)\/[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u, 220)

/** `for`: what somebody came to the plans for. */
export const SubscriptionQuery = { for: readWanted }

export const isWanted = (text: unknown): text is string =>
  typeof text === 'string' && readWanted(text, new URLSearchParams()) !== undefined

export const pathOfWanted = (wanted: string) => `${paths.library}/${wanted}`

/** What is told of it, whatever its kind: the same answer is the item's page's too, and loses nothing here. */
export const WantedItem = z.looseObject({
  title: z.optional(z.string()),
  name: z.optional(z.string()),
  required_tier: Tier,
})
export const LockedItem = tierRequired(WantedItem)
