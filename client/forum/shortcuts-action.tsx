import { Keyboard } from 'lucide-react'
import { useSearch } from '../dialogs/search-provider.tsx'
import { ActionButton } from './action-button.tsx'

export function ShortcutsButton({ label }: { label: string }) {
  const { openShortcuts } = useSearch()
  return (
    <span className="keys-action">
      <ActionButton
        icon={<Keyboard className="size-4" aria-hidden="true" />}
        label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        isWide
        onClick={openShortcuts}
      />
    </span>
  )
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= innerHeight
}

/** Returns the focused element if it is visible, else the first whose top is in view. */
export function currentElement(all: HTMLElement[]): { current: HTMLElement | undefined; isFocused: boolean } {
  const focused = all.findLast((one) => one.contains(document.activeElement))
  if (focused && isInView(focused)) return { current: focused, isFocused: true }
  return { current: all.find((one) => one.getBoundingClientRect().top >= 0), isFocused: false }
}

/** Scrolls an element that is not fully visible to below the header (`scroll-margin`). */
function bringIntoView(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect()
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element)
  const isWhole =
    top >= Number.parseFloat(scrollMarginTop) && bottom <= innerHeight - Number.parseFloat(scrollMarginBottom)
  if (!isWhole) element.scrollIntoView()
}

/** Focuses the next or previous element. `focusIn` may return the part of it to focus. */
export function focusNeighbour(all: HTMLElement[], by: 1 | -1, focusIn = (one: HTMLElement) => one): void {
  const { current, isFocused } = currentElement(all)
  const index = current ? all.indexOf(current) : all.length
  const next = all[isFocused || by === -1 ? index + by : index]
  if (!next) return
  focusIn(next).focus({ preventScroll: true })
  bringIntoView(next)
}
