const storageKey = 'redirectAfterLogin'

/** Remembers the path of this site that a sign-in shall lead to. */
export function keepRedirect(path: string): void {
  sessionStorage.setItem(storageKey, path)
}
