import { useState } from 'react'
import { accessToken, currentAccountId, pageAccountId } from './session/session.ts'
import { readStorage, stashText, writeStorage } from './storage.ts'
import type { StorageKey } from './storage.ts'

/** False after a sign-out, which must leave no personal texts. True after the session has expired. */
export const canStoreTexts = () => accessToken() !== null || readStorage('signed_out') === null

/** Stores unsent text. If its account has signed out, the text is stored for the account's next sign-in. */
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
