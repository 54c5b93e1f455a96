import { useHydrated } from '../../ui/use-hydrated.ts'
import { useLocale } from '../i18n.tsx'

/** A date with its time: in UTC as the server says it, in the reader's own time once scripts have taken over. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const zone = useHydrated() ? {} : { timeZone: 'UTC' }
  const format = new Intl.DateTimeFormat(useLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    ...zone,
  })
  return (
    // Browsers know other versions of the formats.
    <time dateTime={at} className={className} suppressHydrationWarning>
      {format.format(new Date(at))}
    </time>
  )
}
