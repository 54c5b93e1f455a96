const storageKey = 'redirectAfterLogin'

/** Remembers the path of this site that a sign-in shall lead to. */
export function keepRedirect(path: string): void {
  sessionStorage.setItem(storageKey, path)
}

/** What was remembered, which is forgotten by that. */
export function takeRedirect(): string | null {
  const path = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return path
}
