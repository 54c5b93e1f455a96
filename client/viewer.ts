import { useSyncExternalStore } from 'react'
import { defaultTier } from '#shared/library.ts'

/** Where the browser keeps the access token; a token there means signed in. */
const storageKey = 'access'

function onStorage(changed: () => void): () => void {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

export type Viewer = {
  tier: number
  is_signed_in: boolean
  /** Whether the browser has been asked by now: the server's page, and the first drawing of it, are a visitor's. */
  is_known: boolean
}

/** Who is looking, as far as the rules ask. */
export function useViewer(): Viewer {
  const token = useSyncExternalStore<string | null | undefined>(
    onStorage,
    () => localStorage.getItem(storageKey),
    () => undefined,
  )
  return { tier: defaultTier, is_signed_in: typeof token === 'string', is_known: token !== undefined }
}
