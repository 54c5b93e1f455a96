import { useLocale } from '../i18n.tsx'

export function useDateFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' })
  return (moment: string) => format.format(new Date(moment))
}

export function useDateTimeFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' })
  return (moment: string) => format.format(new Date(moment))
}

/** Of a day without a time, as 2026-11-22, wherever the reader is. */
export function useDayFormat() {
  const locale = useLocale()
  const day = locale === 'en' ? '2-digit' : 'numeric'
  const format = new Intl.DateTimeFormat(locale, { day, month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (date: string) => format.format(new Date(date))
}
