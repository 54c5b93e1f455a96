import * as z from 'zod/mini'

export const watchLevels = ['following', 'replies', 'muted'] as const
/**
 * Of which comments of a thread somebody is notified: all of them, as its author is unless they chose otherwise; replies to
 * them and mentions, as everybody else is; or nothing that others write there.
 */
export const WatchLevel = z.enum(watchLevels)
export type WatchLevel = z.infer<typeof WatchLevel>
export const Watch = z.object({ watch: WatchLevel })
