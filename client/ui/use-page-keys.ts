import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** A menu goes to what begins with a letter. */
const isInMenu = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null
const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Hears the keys of a page: none that belongs to a text, a menu, a dialog or, with a modifier, to the browser. */
export function usePageKeys(onPageKey: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (!isTyping(event.target) && !isInMenu(event.target) && !isDialogOpen()) onPageKey(event)
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
