import { useEffect, useState } from 'react'
import { editWindowMs } from '#shared/forum/schema.ts'
import { useLocale } from '../../app/i18n.tsx'

/** Whether a text that was published may still be changed, as far as its time goes, and until when: as "14:32". */
export function useEditWindow(created_at: string, isMine: boolean): { isEditable: boolean; until: string } {
  const locale = useLocale()
  const endsAt = Date.parse(created_at) + editWindowMs
  const [isOver, setOver] = useState(() => Date.now() >= endsAt)
  useEffect(() => {
    if (isOver || !isMine) return
    const timer = setTimeout(() => setOver(true), Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [isOver, endsAt, isMine])
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23' })
  return { isEditable: !isOver, until: format.format(endsAt) }
}
