import { useEffect, useState } from 'react'
import { editWindowMs } from '#shared/forum/schema.ts'
import type { Comment } from '#shared/forum/schema.ts'
import { useLocale } from '../../app/i18n.tsx'

/** By the time at which a text was created: when that may be edited no more, in ms of performance.now(). */
const ends = new Map<string, number>()

/** Counted from the answer that came first, as the same one is shown again from memory. */
function endOf(created_at: string, secondsLeft: number): number {
  const end = Math.min(ends.get(created_at) ?? Infinity, performance.now() + secondsLeft * 1_000)
  ends.set(created_at, end)
  return end
}

type EditedText = Pick<Comment, 'created_at' | 'edit_seconds_left'>

/** Whether a text may still be changed by its reader, and, once it is published, until when: as "14:32". */
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
