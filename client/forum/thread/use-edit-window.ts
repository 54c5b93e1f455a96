import { useEffect, useState } from 'react'
import { editWindowMs } from '#shared/forum/schema.ts'
import type { Comment } from '#shared/forum/schema.ts'
import { useLocale } from '../../app/i18n.tsx'

/** Ends of edit windows by `created_at`, as ms of performance.now(). */
const ends = new Map<string, number>()

/** End of the edit window, measured from the first response: a cached response has an old number of seconds. */
function endOf(created_at: string, secondsLeft: number): number {
  const end = Math.min(ends.get(created_at) ?? Infinity, performance.now() + secondsLeft * 1_000)
  ends.set(created_at, end)
  return end
}

type EditedText = Pick<Comment, 'created_at' | 'edit_seconds_left'>

/** Whether the text can be edited, and the local time at which its edit window ends, such as "14:32". */
export function useEditWindow({ created_at, edit_seconds_left: secondsLeft }: EditedText) {
  const locale = useLocale()
  const [isOver, setOver] = useState(() => !!secondsLeft && endOf(created_at, secondsLeft) <= performance.now())
  useEffect(() => {
    if (!secondsLeft) return
    const timer = setTimeout(() => setOver(true), endOf(created_at, secondsLeft) - performance.now())
    return () => clearTimeout(timer)
  }, [created_at, secondsLeft])
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23' })
  return {
    isEditable: secondsLeft === null || (secondsLeft > 0 && !isOver),
    until: format.format(Date.parse(created_at) + editWindowMs),
  }
}
