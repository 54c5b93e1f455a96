export const maxWaitSeconds = 86_400 // seconds
const shortWaits = Array.from({ length: 61 }, (_, seconds) => seconds)
const waits = [...shortWaits, 90, 120, 180, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, maxWaitSeconds]
const shownWait = (text: string) => waits.find((one) => one >= waitSeconds(text))?.toString()
export const isUtcTimestamp = (text: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(text) && !Number.isNaN(Date.parse(text))
const shownMoment = (text: string) => (isUtcTimestamp(text) ? text : undefined)
/** Query of the rate-limit page. `until` is in the page's cache key, since it makes the page redirect. */
export const TooManyRequestsQuery = { wait: shownWait, until: shownMoment }

export function waitSeconds(wait: string | number | null): number {
  const seconds = Math.ceil(Number(wait ?? Number.NaN))
  return seconds > 0 ? Math.min(seconds, maxWaitSeconds) : 0
}

/** Seconds from `now` (milliseconds) to `until`, from 0 to `maxWaitSeconds`. 0 for an invalid time. */
export const secondsUntil = (until: string, now: number) => waitSeconds((Date.parse(until) - now) / 1000)
