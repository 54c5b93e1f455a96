import { useEffect, useState } from 'react'
import { editWindowMs } from '#shared/forum/schema.ts'
import type { Comment } from '#shared/forum/schema.ts'
import { useLocale } from '../../app/i18n.tsx'

/** Ends of edit windows by `created_at`, in ms of performance.now(). */
const ends = new Map<string, number>()

/** Measured from the first response, since cached ones are shown again later. */
function endOf(created_at: string, secondsLeft: number): number {
  const end = Math.min(ends.get(created_at) ?? Infinity, performance.now() + secondsLeft * 1_000)
  ends.set(created_at, end)
  return end
}

type EditedText = Pick<Comment, 'created_at' | 'edit_seconds_left'>

/** Edit permission of a text, and the end of its edit window, such as "14:32". */
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
