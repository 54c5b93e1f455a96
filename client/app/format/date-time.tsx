import { useHydrated } from '../../ui/use-hydrated.ts'
import { useLocale } from '../i18n.tsx'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

const options = {
  long: { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
  day: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
} as const
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the format of a locale, in UTC until hydration, as the server renders it. */
function useFormat(name: keyof typeof options): Intl.DateTimeFormat {
  const locale = useLocale()
  const zone = useHydrated() ? '' : 'UTC'
  const key = `${locale} ${name} ${zone}`
  const cachedFormat = formats.get(key)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat(locale, zone ? { ...options[name], timeZone: zone } : options[name])
  formats.set(key, format)
  return format
}

/** Age of at most a week in its largest unit. The units are the same in both languages. */
function ageOf(date: Date): string | null {
  const ms = Date.now() - date.getTime()
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))}\u00a0min`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)}\u00a0h`
  return ms < 7 * dayMs ? `${Math.floor(ms / dayMs)}\u00a0d` : null
}

const isThisYear = (date: Date) => date.getUTCFullYear() === new Date().getUTCFullYear()

type DateTimeProps = { at: string; className?: string }

export function DateTime({ at, className }: DateTimeProps) {
  const format = useFormat('long')
  return (
    <time dateTime={at} className={className} suppressHydrationWarning>
      {format.format(new Date(at))}
    </time>
  )
}

/** Short time of a list, with the long one as its title. The server's page is cached, so it shows the date. */
export function ShortTime({ at, className = 'whitespace-nowrap' }: DateTimeProps) {
  const isHydrated = useHydrated()
  const date = new Date(at)
  const shortDate = useFormat(isThisYear(date) ? 'day' : 'month')
  const title = useFormat('long').format(date)
  return (
    <time dateTime={at} title={title} className={className} suppressHydrationWarning>
      {(isHydrated && ageOf(date)) || shortDate.format(date)}
    </time>
  )
}
