const two = (number: number) => String(number).padStart(2, '0')

/** Value of `<input type="datetime-local">` in the device's time zone; empty for null. */
export function localTimeOf(moment: string | null): string {
  if (moment === null) return ''
  const date = new Date(moment)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** ISO time of a datetime-local value; null if it is invalid. */
export function isoTimeOf(localTime: string): string | null {
  const date = new Date(localTime)
  return localTime === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
