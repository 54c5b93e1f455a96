/** Seconds. */
export const maxWait = 86_400
const shortWaits = Array.from({ length: 61 }, (_, seconds) => seconds)
/** Of a long wait few distinct values, so that few pages are rendered. */
const waits = [...shortWaits, 90, 120, 180, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, maxWait]
const shownWait = (text: string) => waits.find((one) => one >= waitSeconds(text))?.toString()
/** Of an answer's `until`: ISO 8601, in UTC. */
export const isMoment = (text: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(text) && !Number.isNaN(Date.parse(text))
const shownMoment = (text: string) => (isMoment(text) ? text : undefined)
/** `until` makes a page another, or one in memory would hide that it redirects. */
export const TooManyRequestsQuery = { wait: shownWait, until: shownMoment }

/** Whole seconds of `wait`, 0 to `maxWait`. Unreadable: 0. */
export function waitSeconds(wait: string | number | null): number {
  const seconds = Math.ceil(Number(wait ?? Number.NaN))
  return seconds > 0 ? Math.min(seconds, maxWait) : 0
}

/** Whole seconds from `now`, in ms by the clock that `until` is of, 0 to `maxWait`. Unreadable: 0. */
export const secondsUntil = (until: string, now: number) => waitSeconds((Date.parse(until) - now) / 1000)
