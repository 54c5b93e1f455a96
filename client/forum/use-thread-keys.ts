import { usePageKeys } from '../ui/use-page-keys.ts'

/** What the keys lead through: the thread, then its comments. */
const texts = () => [...document.querySelectorAll<HTMLElement>('[data-thread], [data-comment]')]

/** Where the focus is, else the first text whose beginning is in view. */
function currentText(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-thread], [data-comment]')
  return focused ?? texts().find((text) => text.getBoundingClientRect().top >= 0) ?? null
}

function step(by: 1 | -1): void {
  const all = texts()
  const focused = document.activeElement?.closest<HTMLElement>('[data-thread], [data-comment]')
  const current = currentText()
  const next = focused
    ? all[all.indexOf(focused) + by]
    : by === 1
      ? current
      : all[all.indexOf(current as HTMLElement) - 1]
  next?.focus()
}

const press = (within: Element | null | undefined, key: string) =>
  within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()

/** The keys that users of Discourse know. What a text has a control for says so by `aria-keyshortcuts`. */
export function useThreadKeys(openHelp: () => void): void {
  usePageKeys((event) => {
    const { key, target } = event
    const isText = target instanceof HTMLElement && target.matches('[data-thread], [data-comment]')
    if (key === 'j') step(1)
    else if (key === 'k') step(-1)
    else if (key === 'o' || (key === 'Enter' && isText)) press(currentText()?.closest('[data-branch]'), 'o')
    else if (key === 'l' || key === 'r' || key === 's') press(currentText(), key)
    else if (key === 'b') press(document.querySelector('[data-thread]'), key)
    else if (key === '?') openHelp()
    else return
    event.preventDefault()
  })
}
