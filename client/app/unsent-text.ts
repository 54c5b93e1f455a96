import { useState } from 'react'
import { stashText } from './session/stash.ts'
import { accessToken, currentAccountId, pageAccountId } from './session/session.ts'
import { readStorage, writeStorage } from './storage.ts'
import type { StorageKey } from './storage.ts'

/** False after a sign-out, which must leave no personal data; true after a session that expired. */
export const canStoreTexts = () => accessToken() !== null || readStorage('signed_out') === null

/** Stores an unsent text; if its account is signed out, for its next sign-in. */
export function storeUnsentText(key: StorageKey, text: string | null, account: string | null): void {
  if (account !== null && account !== currentAccountId()) stashText(account, key, text)
  else writeStorage(key, text)
}

export function useUnsentText(name: string) {
  const key: StorageKey = `unsent:${name}`
  const [account] = useState(pageAccountId)
  const [text, setText] = useState(() => readStorage(key) ?? '')
  const change = (next: string) => {
    setText(next)
    if (canStoreTexts()) storeUnsentText(key, next.trim() === '' ? null : next, account)
  }
  return { text, change, drop: () => change('') }
}
