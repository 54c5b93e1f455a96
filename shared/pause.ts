type Pause = { wait: string | null; until: string | null; begun: number; now: number }

/**
 * Whole seconds until the pause of a 429 is over, 0 when it is. `until`, a moment, goes before `wait`, seconds from
 * when the page was opened; `begun` and `now` are in ms. What cannot be read is no pause.
 */
export function secondsLeft({ wait, until, begun, now }: Pause): number {
  const moment = until === null ? Number.NaN : Date.parse(until)
  const seconds = Number(wait ?? Number.NaN)
  const end = Number.isNaN(moment) ? begun + seconds * 1000 : moment
  return Number.isFinite(end) ? Math.max(0, Math.ceil((end - now) / 1000)) : 0
}
