import * as z from 'zod/mini'

export const watchLevels = ['following', 'replies', 'muted'] as const
/** `following`: all comments (default of the author). `replies`: replies and mentions (default). `muted`: none. */
export const WatchLevel = z.enum(watchLevels)
export type WatchLevel = z.infer<typeof WatchLevel>
export const WatchLevelChange = z.object({ watch: WatchLevel })
