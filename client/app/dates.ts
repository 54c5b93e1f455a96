import { useLocale } from './i18n.tsx'

export function useDateFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' })
  return (moment: string) => format.format(new Date(moment))
}

export function useDateTimeFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' })
  return (moment: string) => format.format(new Date(moment))
}
