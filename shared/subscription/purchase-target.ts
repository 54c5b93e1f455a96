import * as z from 'zod/mini'
import { paths } from '../paths.ts'
import { tierRequired } from '../problem.ts'
import { patternParam } from '../query-params.ts'
import { Tier } from '../tier.ts'

/** Kind and slug of a library item, such as `prompt/outline-a-talk`. Other text is dropped from the URL. */
export const purchaseTargetParam = patternParam(
  /^(?:category|use-case|prompt|pipeline)\/[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u,
  220,
)

export const isPurchaseTarget = (text: unknown): text is string =>
  typeof text === 'string' && purchaseTargetParam(text, new URLSearchParams()) !== undefined

export const pathOfPurchaseTarget = (target: string) => `${paths.library}/${target}`

export const TargetItem = z.looseObject({
  title: z.optional(z.string()),
  name: z.optional(z.string()),
  required_tier: Tier,
})
export const LockedItem = tierRequired(TargetItem)
