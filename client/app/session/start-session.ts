import type { TokenPair } from '#shared/users/schema.ts'
import { accessToken, clearEndedSession, storeTokens, accountIdIn } from './session.ts'
import { storageKeysIn, readStorage, writeStorage } from '../storage.ts'
import type { StorageKey } from '../storage.ts'

const maxAgeMs = 30 * 86_400_000

function unstashTexts(account: string | null): void {
  for (const stashKey of storageKeysIn(['local'])) {
    if (!stashKey.startsWith('stash:')) continue
    const [, owner, ...name] = stashKey.split(':')
    const [written_at, ...text] = (readStorage(stashKey) ?? '').split(':')
    const isFresh = Math.abs(Date.now() - Number(written_at)) < maxAgeMs
    if (owner !== account && isFresh) continue
    const key = name.join(':') as StorageKey
    if (owner === account && isFresh && readStorage(key) === null) writeStorage(key, text.join(':'))
    writeStorage(stashKey, null)
  }
}

export function storeSession(pair: TokenPair): void {
  if (accessToken() !== null) clearEndedSession()
  writeStorage('signed_out', null)
  writeStorage('sign_in', String(Date.now()))
  storeTokens(pair)
  unstashTexts(accountIdIn(pair.access))
}
