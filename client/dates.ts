import { useLocale } from './i18n.tsx'

/** The function that writes the day of an ISO moment in the long form of the language. */
export function useDate() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' })
  return (moment: string) => format.format(new Date(moment))
}

/** The same with the time of day, of 24 hours. */
export function useMoment() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' })
  return (moment: string) => format.format(new Date(moment))
}
