import { useRef, useState } from 'react'

/** Pattern of an unfinished mention before the caret. It follows server/markdown/mentions.ts. */
const unfinished = /(?<![\p{L}\p{N}\p{M}_@./\\-])@([\p{L}\p{N}_-]{0,30})$/u
const maxRead = 40

export type Mention = { area: HTMLTextAreaElement; start: number; end: number; typed: string }

function mentionAt(area: HTMLTextAreaElement): Mention | null {
  const { value, selectionStart: end, selectionEnd } = area
  const typed = end === selectionEnd ? unfinished.exec(value.slice(Math.max(0, end - maxRead), end))?.[1] : undefined
  return typed === undefined ? null : { area, start: end - typed.length - 1, end, typed }
}

/** Returns the mention before the caret. Null if the caret leaves it, or the user dismissed it. */
export function useMention() {
  const [mention, setMention] = useState<Mention | null>(null)
  const dismissed = useRef<number | null>(null)
  const read = (area: HTMLTextAreaElement) => {
    const found = mentionAt(area)
    if (found?.start !== dismissed.current) dismissed.current = null
    setMention(dismissed.current === null ? found : null)
  }
  const updateMention = (area: HTMLTextAreaElement) => {
    if (mention && mentionAt(area)?.start !== mention.start) setMention(null)
  }
  const dismiss = () => {
    dismissed.current = mention?.start ?? null
    setMention(null)
  }
  return { mention, read, follow: updateMention, dismiss, end: () => setMention(null) }
}
