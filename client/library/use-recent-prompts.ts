import { useEffect, useLayoutEffect } from 'react'
import { readStorage, useStorage, writeStorage } from '../app/storage.ts'
import { parseRecent } from '../search/parse-recent.ts'

const maxRecent = 8

/** Recent prompts as JSON. app/theme.ts reserves their space before the first paint. */
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
