import { useCallback, useSyncExternalStore } from 'react'

/** 'session' lasts as long as the tab, 'local' until it is cleared. */
type Place = 'session' | 'local'
const listeners = new Set<() => void>()
/** What a browser that keeps nothing, or nothing more, forgets only as the page closes. */
const unkept = new Map<string, string>()

/** What the browser keeps under a key; null too where it keeps nothing at all. */
export function readKept(place: Place, key: string): string | null {
  try {
    // The server has no such place; to throw and catch there would cost a page a fiftieth of its time.
    const storage = place === 'session' ? globalThis.sessionStorage : globalThis.localStorage
    return unkept.get(key) ?? (storage as Storage | undefined)?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Keeps a text in the browser, or with null lets go of it. */
export function keep(place: Place, key: string, text: string | null): void {
  unkept.delete(key)
  try {
    const storage = place === 'session' ? sessionStorage : localStorage
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    if (text !== null) unkept.set(key, text)
  }
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}

/** What the browser keeps under a key, and stays up to date; null on the server and in the first drawing. */
export function useKept(place: Place, key: string): string | null {
  const snapshot = useCallback(() => readKept(place, key), [place, key])
  return useSyncExternalStore(subscribe, snapshot, () => null)
}

/** The data behind a kept text, unless somebody else wrote it. */
export function parseKept(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
