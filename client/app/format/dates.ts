import { useLocale } from '../i18n.tsx'

/** Formats dates in UTC, as the server's page, mails and invoices do. */
export function useDateFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return (moment: string) => format.format(new Date(moment))
}

export function useUtcTimeFormat() {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(useLocale(), options)
  return (moment: string) => `${format.format(new Date(moment))} UTC`
}

export function useDateTimeFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' })
  return (moment: string) => format.format(new Date(moment))
}

export function useDayFormat() {
  const locale = useLocale()
  const day = locale === 'en' ? '2-digit' : 'numeric'
  const format = new Intl.DateTimeFormat(locale, { day, month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (date: string) => format.format(new Date(date))
}
