import { readStorage, textKeys, writeStorage } from '../storage.ts'
import type { StorageArea, StorageKey } from '../storage.ts'

/** An unsent text of an account that is not signed in: on the device for its next sign-in, read by no page until then. */
export const stashText = (account: string, key: StorageKey, text: string | null) =>
  writeStorage(`stash:${account}:${key}`, text && `${Date.now()}:${text}`)

/** Called as a sign-in ends by itself, before everything personal is cleared. */
export function stashTexts(account: string, areas: StorageArea[] = ['local', 'session']): void {
  for (const key of textKeys(areas)) {
    const text = readStorage(key)
    if (text !== null) stashText(account, key, text)
  }
}
