import { useEffect, useLayoutEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { parseStorage, readStorage, useStorage, writeStorage } from '../app/storage.ts'

const maxRecent = 8
/** Nothing that another script wrote there may lead off the site. */
const areRecent = (prompts: { title: string; path: string }[]) =>
  prompts.every(({ title, path }) => typeof title === 'string' && path.startsWith(paths.prompt('')))

export const parseRecent = (text: string | null) => parseStorage(text, areRecent) ?? []

/** As stored. The document notes whether there are any, as before it is rendered (app/theme.ts), to hold their room open. */
export function useRecentPrompts(): string | null {
  const stored = useStorage('library.recent')
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-recent', (stored ?? readStorage('library.recent')) !== null)
  }, [stored])
  return stored
}

export function useRememberRecent({ title, path }: { title: string; path: string }, isRead: boolean): void {
  useEffect(() => {
    if (!isRead) return
    const former = parseRecent(readStorage('library.recent')).filter((other) => other.path !== path)
    writeStorage('library.recent', JSON.stringify([{ title, path }, ...former].slice(0, maxRecent)))
  }, [title, path, isRead])
}
