import { paths } from '#shared/paths.ts'
import type { TokenPair } from '#shared/users.ts'
import { clearPersonalStorage, isLasting, readStorage, subscribeStorage, writeStorage } from './storage.ts'

export const accessToken = () => readStorage('access')

export const isSessionLasting = () => isLasting('access')

/** Which sign-in of this browser counts, the same over its refreshes; empty for a visitor. */
const signInId = () => (accessToken() === null ? '' : (readStorage('sign_in') ?? 'unnamed'))

/** Stores the tokens of whoever is signed in, for every tab; with null signs out, and what is personal goes. */
export function storeTokens(pair: TokenPair | null): void {
  if (!pair) clearPersonalStorage()
  writeStorage('refresh', pair && pair.refresh)
  writeStorage('access', pair && pair.access)
}

/** Signs this browser in. What a visitor did before is theirs by now; what somebody else did goes. */
export function startSession(pair: TokenPair): void {
  if (accessToken() !== null) clearPersonalStorage()
  writeStorage('signed_out', null)
  writeStorage('sign_in', String(Date.now()))
  storeTokens(pair)
}

/** What this tab stored for somebody who has signed out elsewhere, or while the tab was away, goes. */
function settleOwner(signIn: string): void {
  const owner = readStorage('owner') ?? ''
  if (owner === signIn) return
  if (owner !== '') clearPersonalStorage(['session'])
  writeStorage('owner', signIn || null)
}

/** Calls back when somebody signs in or out, in this tab or another; not for a token that takes the place of another. */
export function onSignInChange(changed: () => void): void {
  let former = signInId()
  settleOwner(former)
  subscribeStorage('access', () => {
    const current = signInId()
    if (current === former) return
    former = current
    settleOwner(current)
    changed()
  })
}

/** How long a refresh may take, in ms: other tabs wait for it. */
const refreshTimeoutMs = 20_000

const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** One tab at a time, where the browser has locks and grants them; the others then find what it brought. */
async function withSessionLock<Result>(work: () => Promise<Result>): Promise<Result> {
  let isGranted = false
  const begin = () => {
    isGranted = true
    return work()
  }
  try {
    return await navigator.locks.request('session', begin)
  } catch (error) {
    if (isGranted) throw error
    return work()
  }
}

/** A network's own log-in page may answer in the server's stead: it ends no sign-in. */
function tokenPair(body: TokenPair): TokenPair {
  const { access, refresh } = body
  if (typeof access !== 'string' || typeof refresh !== 'string') throw new TypeError('The body holds no tokens.')
  return { access, refresh }
}

/**
 * Sees to a token after a stale one was refused, or to none where the sign-in has ended. Answers what the server said
 * where it could not refresh just now, as after too many requests; then, and where it cannot be reached, nothing is lost.
 */
async function renew(stale: string): Promise<Response | null> {
  const refresh = readStorage('refresh')
  if (accessToken() !== stale) return null
  const response =
    refresh === null
      ? null
      : await fetch(paths.api.tokenRefresh, { ...posted({ refresh }), signal: AbortSignal.timeout(refreshTimeoutMs) })
  const pair = response?.ok ? tokenPair(await response.json()) : null
  if (response && !pair && response.status !== 401 && response.status !== 400) return response
  if (!pair) void response?.body?.cancel()
  // Who has signed out or in meanwhile, in another tab, is not undone.
  if (readStorage('refresh') === refresh) storeTokens(pair)
  return null
}

/** What no header may carry is no token: every call with it would fail before it is sent. */
const isSendable = (token: string) => /^[\x20-\x7e]*$/.test(token)

let renewing: Promise<Response | null> | undefined

/**
 * fetch with the access token. What it opens no more is refreshed once, for all calls and tabs together, and the call
 * sent once more: by a visitor, where the sign-in has ended.
 */
export async function authorizedFetch(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
) {
  if (!isSendable(accessToken() ?? '')) storeTokens(null)
  const token = accessToken()
  if (token === null || init.headers.authorization || path.startsWith(paths.api.token)) return fetch(path, init)
  const withToken = (access: string) =>
    fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } })
  const response = await withToken(token)
  if (response.status !== 401) return response
  // An answer that nobody reads holds its connection.
  void response.body?.cancel()
  renewing ??= withSessionLock(() => renew(token)).finally(() => (renewing = undefined))
  const failure = await renewing
  if (failure) return failure.clone()
  const access = accessToken()
  const again = await (access === null ? fetch(path, init) : withToken(access))
  if (again.status === 401 && path === paths.api.me && accessToken() === access) storeTokens(null)
  return again
}

/**
 * Whether somebody may store what they write: a member, or who was one until the sign-in ended by itself. After a
 * sign-out, no other tab may leave anything of theirs on the device.
 */
export const canStoreTexts = () => accessToken() !== null || readStorage('signed_out') === null

/** Forgets a sign-in that has ended at the server, and leads to the front page; the page that is left hears nothing of it. */
export function leaveSession(): void {
  writeStorage('signed_out', '1')
  clearPersonalStorage()
  location.assign(paths.home)
}

/** Ends the sign-in at the server, then here. Fails where the server could not do it: then it lasts on in both. */
export async function signOut(): Promise<void> {
  const refresh = readStorage('refresh')
  const init = { ...posted({ refresh }), signal: AbortSignal.timeout(refreshTimeoutMs) }
  const response = refresh === null ? null : await fetch(paths.api.tokenRevoke, init)
  if (response && (response.status === 429 || response.status >= 500)) throw new Error(`status ${response.status}`)
  leaveSession()
}
