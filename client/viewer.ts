import { useSyncExternalStore } from 'react'
import { defaultTier } from '#shared/library.ts'
import { keep, readKept, useKept } from './kept.ts'

/** Where the browser keeps the access token; a token there means signed in. */
const storageKey = 'access'
/** Where it keeps what the server said last of the member's tier, so that no lock flashes on the next page. */
const tierKey = 'viewer.tier'

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
    () => readKept('local', storageKey),
    () => undefined,
  )
  const tier = Number(useKept('local', tierKey)) || defaultTier
  const is_signed_in = typeof token === 'string'
  return { tier: is_signed_in ? tier : defaultTier, is_signed_in, is_known: token !== undefined }
}

/** Whether what is asked now is asked with a token; never so on the server. */
export const isSignedIn = () => readKept('local', storageKey) !== null

export const keepTier = (tier: number) => keep('local', tierKey, String(tier))
