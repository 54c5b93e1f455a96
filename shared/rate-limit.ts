/** Few distinct values, so that few pages are rendered. */
const waits = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 120, 180, 300, 600, 900, 1800, 3600,
]
const shownWait = (seconds: string) =>
  /^\d{1,4}$/.test(seconds) ? waits.find((one) => one >= Number(seconds))?.toString() : undefined
export const TooManyRequestsQuery = { wait: shownWait }

type Pause = { wait: string | null; until: string | null; begun: number; now: number }

/** `until` goes before `wait`, seconds from `begun`; `begun` and `now` in ms. Unreadable: 0. */
export function secondsLeft({ wait, until, begun, now }: Pause): number {
  const moment = until === null ? Number.NaN : Date.parse(until)
  const seconds = Number(wait ?? Number.NaN)
  const end = Number.isNaN(moment) ? begun + seconds * 1000 : moment
  return Number.isFinite(end) ? Math.max(0, Math.ceil((end - now) / 1000)) : 0
}
