import { readStorage, unsentTextKeys, writeStorage } from '../storage.ts'
import type { StorageArea, StorageKey } from '../storage.ts'

/** Stores unsent text until its account signs in again. Until then, no page reads the text. */
export const stashText = (account: string, key: StorageKey, text: string | null) =>
  writeStorage(`stash:${account}:${key}`, text && `${Date.now()}:${text}`)

export function stashTexts(account: string, areas: StorageArea[] = ['local', 'session']): void {
  for (const key of unsentTextKeys(areas)) {
    const text = readStorage(key)
    if (text !== null) stashText(account, key, text)
  }
}
