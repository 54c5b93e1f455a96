import { usePageKeys } from '../ui/use-page-keys.ts'
import { currentOf, stepThrough } from './step-through.ts'

/** What the keys lead through: the thread, then its comments. */
const texts = () => [...document.querySelectorAll<HTMLElement>('[data-thread], [data-comment]')]

const press = (within: Element | null | undefined, key: string) =>
  within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()

/** The keys that users of Discourse know. What a text has a control for says so by `aria-keyshortcuts`. */
export function useThreadKeys(openHelp: () => void): void {
  usePageKeys((event) => {
    const { key, target, repeat } = event
    const isText = target instanceof HTMLElement && target.matches('[data-thread], [data-comment]')
    if (key === 'j') stepThrough(texts(), 1)
    else if (key === 'k') stepThrough(texts(), -1)
    else if (repeat) return
    else if (key === 'o' || (key === 'Enter' && isText))
      press(currentOf(texts()).current?.closest('[data-branch]'), 'o')
    else if (key === 'l' || key === 'r' || key === 's') press(currentOf(texts()).current, key)
    else if (key === 'b') press(document.querySelector('[data-thread]'), key)
    else if (key === '?') openHelp()
    else return
    event.preventDefault()
  })
}
