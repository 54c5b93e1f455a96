import { useSyncExternalStore } from 'react'
import { writeStorage } from './storage.ts'

type Theme = 'light' | 'dark'

/** Inline script of the head. Sets theme, member flag and reserved space before the first paint, so nothing flashes. */
export const themeScript = `try{let l=localStorage,d=document.documentElement.dataset,t=l.getItem('theme');if(t==='light'||t==='dark')d.theme=t;if(l.getItem('library.recent'))d.recent='';if(l.getItem('access')){d.member='';if(l.getItem('forum.pending')!=='0')d.pending=''}}catch{}`

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
const currentTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme()

function switchTheme(): void {
  const nextTheme = currentTheme() === 'dark' ? 'light' : 'dark'
  const isSystemTheme = nextTheme === systemTheme()
  if (isSystemTheme) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = nextTheme
  writeStorage('theme', isSystemTheme ? null : nextTheme)
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
