import { useIsOnline } from '../app/connection.ts'
import { useTranslate } from '../app/i18n.tsx'

export function Offline() {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return <output className={isOnline ? 'sr-only' : 'offline'}>{!isOnline && t('offline.text')}</output>
}
