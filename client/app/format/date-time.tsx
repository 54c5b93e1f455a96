import { useHydrated } from '../../ui/use-hydrated.ts'
import { useLocale } from '../i18n.tsx'

export function DateTime({ at, className }: { at: string; className?: string }) {
  const zone = useHydrated() ? {} : { timeZone: 'UTC' }
  const format = new Intl.DateTimeFormat(useLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    ...zone,
  })
  return (
    <time dateTime={at} className={className} suppressHydrationWarning>
      {format.format(new Date(at))}
    </time>
  )
}
