import { useLocale } from '../i18n.tsx'

/** A day is that of UTC, wherever the reader is: as the server's page, mails and invoices have it. */
export function useDateFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return (moment: string) => format.format(new Date(moment))
}

/** Of payments and what ends them. */
export function useUtcTimeFormat() {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(useLocale(), options)
  return (moment: string) => `${format.format(new Date(moment))} UTC`
}

/** In the reader's own time zone. */
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
