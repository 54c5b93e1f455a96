import { usePageKeys } from '../ui/use-page-keys.ts'
import { currentOf, stepThrough } from './step-through.ts'

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const linkIn = (row: HTMLElement) => row.querySelector<HTMLElement>('.card-link') ?? row

/** Those of a thread, as far as a list has what they do; Enter opens a link that is in focus anyway. */
export function useListKeys(openHelp: () => void): void {
  usePageKeys((event) => {
    const { key, repeat } = event
    if (key === 'j') stepThrough(rows(), 1, linkIn)
    else if (key === 'k') stepThrough(rows(), -1, linkIn)
    else if (repeat) return
    else if (key === 'o') {
      const { current, isFocused } = currentOf(rows())
      if (current && isFocused) linkIn(current).click()
    } else if (key === '?') openHelp()
    else return
    event.preventDefault()
  })
}
