import { useSyncExternalStore } from 'react'

const storageKey = 'theme'
type Theme = 'light' | 'dark'

/**
 * Runs in the head, before anything is drawn, so that a chosen theme never flashes into place, nor what only visitors
 * are shown before a member. The server allows this very text by its hash.
 */
export const themeScript = `try{let t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t;if(localStorage.getItem('access'))document.documentElement.dataset.member=''}catch{}`

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
const shownTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme()

/** Shows the other theme from now on. A choice that is the system's own is not kept: the site follows the system again. */
function switchTheme(): void {
  const wanted = shownTheme() === 'dark' ? 'light' : 'dark'
  if (wanted === systemTheme()) {
    localStorage.removeItem(storageKey)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(storageKey, wanted)
    document.documentElement.dataset.theme = wanted
  }
  dispatchEvent(new Event('theme'))
}

function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  addEventListener('theme', changed)
  return () => {
    system.removeEventListener('change', changed)
    removeEventListener('theme', changed)
  }
}

/** Whether the dark theme is shown, null until the browser knows, and the way to the other one. */
export function useTheme() {
  const isDark = useSyncExternalStore<boolean | null>(
    onThemeChange,
    () => shownTheme() === 'dark',
    () => null,
  )
  return { isDark, switchTheme }
}
