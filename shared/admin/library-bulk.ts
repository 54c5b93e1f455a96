import * as z from 'zod/mini'
import { Count, Id, idsUpTo, maxIds, RequiredTier } from './fields.ts'
import { FlagParam, PromptRowFilter } from './library.ts'
import { fieldError } from '../fields.ts'

export const maxBulk = 5_000
const Selection = z.union([
  z.strictObject({
    ids: z.array(Id).check(z.minLength(1, fieldError('schema.required'))),
  }),
  /** Selects the prompts that a filter matches. `expected_count` is the number that the admin has confirmed. */
  z.strictObject({ filter: PromptRowFilter, expected_count: z.nullable(Count) }),
])
export const PromptBulk = z.strictObject({
  selection: Selection,
  change: z.strictObject({
    required_tier: z.optional(RequiredTier),
    add_tag_ids: z.optional(idsUpTo(maxIds)),
    remove_tag_ids: z.optional(idsUpTo(maxIds)),
    use_case_id: z.optional(Id),
    is_archived: z.optional(z.boolean()),
  }),
})
export type PromptBulk = z.infer<typeof PromptBulk>
export const DryRunQuery = z.object({ dry_run: FlagParam })
export const PromptBulkResult = z.object({ selected: Count, changed: Count, dry_run: z.boolean() })
export type PromptBulkResult = z.infer<typeof PromptBulkResult>
/** Body of a 409: the filter now matches another number of prompts. */
export const CountChanged = z.object({ detail: z.string(), code: z.literal('count_changed'), count: Count })
