import { useState } from 'react'
import { stashText } from './session/stash.ts'
import { accessToken, currentAccount, pageOwner } from './session/session.ts'
import { readStorage, writeStorage } from './storage.ts'
import type { StorageKey } from './storage.ts'

/**
 * Whether somebody may store what they write: a member, or who was one until the sign-in ended by itself. After a
 * sign-out, no other tab may leave anything of theirs on the device.
 */
export const canStoreTexts = () => accessToken() !== null || readStorage('signed_out') === null

/** Stores an unsent text of whoever opened its form: where they are signed in no more, for their next sign-in. */
export function storeText(key: StorageKey, text: string | null, account: string | null): void {
  if (account !== null && account !== currentAccount()) stashText(account, key, text)
  else writeStorage(key, text)
}

/** Text of a field that stays on the device until it was sent: over a failure, a reload and the end of a sign-in. */
export function useUnsentText(name: string) {
  const key: StorageKey = `unsent:${name}`
  const [account] = useState(pageOwner)
  const [text, setText] = useState(() => readStorage(key) ?? '')
  const change = (next: string) => {
    setText(next)
    if (canStoreTexts()) storeText(key, next.trim() === '' ? null : next, account)
  }
  return { text, change, drop: () => change('') }
}
