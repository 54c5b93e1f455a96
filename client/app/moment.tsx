import { useHydrated } from '../ui/use-hydrated.ts'
import { useLocale } from './i18n.tsx'

/** Formats are dear to make and the same everywhere. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatFor(locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const made = formats.get(key)
  if (made) return made
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    ...(timeZone && { timeZone }),
  })
  formats.set(key, format)
  return format
}

/** A date with its time: the server says it in UTC, the browser in its own zone, once the page is its own. */
export function Moment({ of, className }: { of: string; className?: string }) {
  const locale = useLocale()
  const timeZone = useHydrated() ? undefined : 'UTC'
  return (
    <time dateTime={of} className={className}>
      {formatFor(locale, timeZone).format(new Date(of))}
    </time>
  )
}
