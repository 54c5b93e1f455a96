import { useSyncExternalStore } from 'react'
import { writeStorage } from './storage.ts'

type Theme = 'light' | 'dark'

/**
 * Runs in the head, before anything is rendered, so that a chosen theme never flashes into place, nor what only visitors
 * are shown before a member, and so that room is held open for what was viewed last and, unless there are known to be
 * none, for threads that wait.
 */
export const themeScript = `try{let l=localStorage,d=document.documentElement.dataset,t=l.getItem('theme');if(t==='light'||t==='dark')d.theme=t;if(l.getItem('library.recent'))d.recent='';if(l.getItem('access')){d.member='';if(l.getItem('forum.pending')!=='0')d.pending=''}}catch{}`

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
const currentTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme()

/** Shows the other theme from now on. A choice that is the system's own is not kept: the site follows the system again. */
function switchTheme(): void {
  const nextTheme = currentTheme() === 'dark' ? 'light' : 'dark'
  const isSystems = nextTheme === systemTheme()
  if (isSystems) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = nextTheme
  writeStorage('theme', isSystems ? null : nextTheme)
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

export function useTheme() {
  const isDark = useSyncExternalStore<boolean | null>(
    onThemeChange,
    () => currentTheme() === 'dark',
    () => null,
  )
  return { isDark, switchTheme }
}
