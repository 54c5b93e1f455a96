function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= innerHeight
}

/** Where the focus is, as long as that is in view; else the first one whose beginning is. */
export function currentOf(all: HTMLElement[]): { current: HTMLElement | undefined; isFocused: boolean } {
  const focused = all.findLast((one) => one.contains(document.activeElement))
  if (focused && isInView(focused)) return { current: focused, isFocused: true }
  return { current: all.find((one) => one.getBoundingClientRect().top >= 0), isFocused: false }
}

/** What is not seen as a whole begins right under the header, as far as `scroll-margin` says. */
function bringIntoView(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect()
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element)
  const isWhole =
    top >= Number.parseFloat(scrollMarginTop) && bottom <= innerHeight - Number.parseFloat(scrollMarginBottom)
  if (!isWhole) element.scrollIntoView()
}

/** Puts the focus on the next one or the one before: on it, or on what `focusIn` finds in it. */
export function stepThrough(all: HTMLElement[], by: 1 | -1, focusIn = (one: HTMLElement) => one): void {
  const { current, isFocused } = currentOf(all)
  const place = current ? all.indexOf(current) : all.length
  const next = all[isFocused || by === -1 ? place + by : place]
  if (!next) return
  focusIn(next).focus({ preventScroll: true })
  bringIntoView(next)
}
