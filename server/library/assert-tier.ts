import { isLocked } from '#shared/library/schema.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { tierRequiredProblem } from '../problem.ts'

/** Throws 403 if the tier does not include the item. The error has the item's tags, so that it can be cached. */
export function assertTier<Item extends { required_tier: number }>(tier: number, read: Tagged<Item>): Tagged<Item> {
  const { value, cacheTags } = read
  if (isLocked(value, tier)) throw tierRequiredProblem(value.required_tier, value, cacheTags)
  return read
}
