import type { Recurring } from './objects/catalog.ts'

const secondsOf = { day: 24 * 3600, week: 7 * 24 * 3600 }

/** The same day of the month and time of the day, or the month's last day. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const time = (anchor % secondsOf.day) * 1000
  return (Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + time) / 1000
}

/** The first end after `start` of the periods that are counted from `anchor`. */
export function periodEnd(anchor: number, start: number, { interval, interval_count }: Recurring): number {
  if (interval === 'day' || interval === 'week') {
    const length = secondsOf[interval] * interval_count
    return anchor + (Math.floor((start - anchor) / length) + 1) * length
  }
  const months = interval_count * (interval === 'year' ? 12 : 1)
  let step = Math.max(0, Math.floor((start - anchor) / (secondsOf.day * 31 * months)))
  while (addMonths(anchor, step * months) <= start) step++
  return addMonths(anchor, step * months)
}
