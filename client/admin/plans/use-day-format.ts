import { useLocale } from '../../app/i18n.tsx'

/** A price begins with a day of UTC, wherever the admin is. */
export function useDayFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}
