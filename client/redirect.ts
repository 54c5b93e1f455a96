import { keep, readKept } from './kept.ts'

const storageKey = 'redirectAfterLogin'

/** Remembers the path of this site that a sign-in shall lead to. */
export function keepRedirect(path: string): void {
  keep('session', storageKey, path)
}

/** What was remembered. */
export const readRedirect = () => readKept('session', storageKey)

/** The same, which is forgotten by that. */
export function takeRedirect(): string | null {
  const path = readRedirect()
  keep('session', storageKey, null)
  return path
}
