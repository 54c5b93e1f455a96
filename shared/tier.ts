import * as z from 'zod/mini'

export const highestTier = 9
/** Level of access. 0: everyone, 1: subscribers. Higher values are reserved for future plans. */
export const Tier = z.int().check(z.minimum(0), z.maximum(highestTier))
export const defaultTier = 0
