/** Seconds. */
export const maxWait = 86_400
const shortWaits = Array.from({ length: 61 }, (_, seconds) => seconds)
/** Of a long wait few distinct values, so that few pages are rendered. */
const waits = [...shortWaits, 90, 120, 180, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, maxWait]
const shownWait = (seconds: string) =>
  /^\d{1,5}$/.test(seconds) ? waits.find((one) => one >= Number(seconds))?.toString() : undefined
/** Only without `wait`, beside which it would make every page another. */
const shownMoment = (text: string, others: URLSearchParams) =>
  others.has('wait') || text.length > 40 || Number.isNaN(Date.parse(text)) ? undefined : text
export const TooManyRequestsQuery = { wait: shownWait, until: shownMoment }

type Pause = { wait: string | null; until: string | null; startedAt: number; now: number }

/** `until` goes before `wait`, seconds from `startedAt`; `startedAt` and `now` in ms. Unreadable: 0. */
export function secondsLeft({ wait, until, startedAt, now }: Pause): number {
  const moment = until === null ? Number.NaN : Date.parse(until)
  const seconds = Number(wait ?? Number.NaN)
  const end = Number.isNaN(moment) ? startedAt + seconds * 1000 : moment
  return Number.isFinite(end) ? Math.max(0, Math.ceil((end - now) / 1000)) : 0
}
