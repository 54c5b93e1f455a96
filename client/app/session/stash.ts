import { readStorage, unsentTextKeys, writeStorage } from '../storage.ts'
import type { StorageArea, StorageKey } from '../storage.ts'

/** Stores an unsent text for the next sign-in of its account; no page reads it until then. */
export const stashText = (account: string, key: StorageKey, text: string | null) =>
  writeStorage(`stash:${account}:${key}`, text && `${Date.now()}:${text}`)

export function stashTexts(account: string, areas: StorageArea[] = ['local', 'session']): void {
  for (const key of unsentTextKeys(areas)) {
    const text = readStorage(key)
    if (text !== null) stashText(account, key, text)
  }
}
