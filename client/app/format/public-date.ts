import { useLocale } from '../i18n.tsx'

/** Of what everybody sees: the server's page and the browser's say the same day, wherever they are. */
export function usePublicDateFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return (moment: string) => format.format(new Date(moment))
}
