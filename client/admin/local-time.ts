const two = (number: number) => String(number).padStart(2, '0')

/** As `<input type="datetime-local">` has it, in the time zone of this device; empty for none. */
export function localTimeOf(moment: string | null): string {
  if (moment === null) return ''
  const date = new Date(moment)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Null where it is no time. */
export function momentOf(localTime: string): string | null {
  const date = new Date(localTime)
  return localTime === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
