import { useEffect, useState } from 'react'

/** Selected range within one text. `left` and `bottom` are its end in the window, in px. */
export type TextSelection = { range: Range; article: HTMLElement; left: number; bottom: number }

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

/** Cuts the range at the end of the text: a triple click also selects the start of the next element. */
function withinText(range: Range): Range {
  const text = elementOf(range.startContainer)?.closest('.prose')
  if (!text || text.contains(range.endContainer)) return range
  const textRange = range.cloneRange()
  textRange.setEnd(text, text.childNodes.length)
  return textRange.toString().trim() === range.toString().trim() ? textRange : range
}

/** Returns null if nothing, or more than one text, is selected. */
function readSelection(): TextSelection | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = withinText(selection.getRangeAt(0))
  const article = elementOf(range.commonAncestorContainer)?.closest('.prose')?.parentElement
  if (!article?.matches('[data-thread], [data-comment]') || range.toString().trim() === '') return null
  const { left, bottom } = range.getBoundingClientRect()
  return { range, article, left, bottom }
}

const isOnQuote = (target: EventTarget | null) => target instanceof Element && target.closest('[data-quote]') !== null

/** Returns the selection after the mouse is released. It stays while the quote button is pressed. */
export function useTextSelection(): [TextSelection | null, () => void] {
  const [selected, setSelected] = useState<TextSelection | null>(null)
  useEffect(() => {
    let [isDragging, isPressed] = [false, false]
    const update = () => {
      if (!isPressed) setSelected(isDragging ? null : readSelection())
    }
    const onPointerDown = ({ target, pointerType }: PointerEvent) => {
      isPressed = isOnQuote(target)
      isDragging = !isPressed && pointerType === 'mouse'
    }
    const onPointerEnd = () => {
      isDragging = false
      // Waits for the click event, which follows this event.
      setTimeout(() => {
        isPressed = false
        update()
      })
    }
    const removal = new AbortController()
    const { signal } = removal
    document.addEventListener('selectionchange', update, { signal })
    document.addEventListener('pointerdown', onPointerDown, { signal })
    document.addEventListener('pointerup', onPointerEnd, { signal })
    document.addEventListener('pointercancel', onPointerEnd, { signal })
    addEventListener('scroll', update, { passive: true, capture: true, signal })
    addEventListener('resize', update, { signal })
    update()
    return () => removal.abort()
  }, [])
  return [selected, () => setSelected(null)]
}
