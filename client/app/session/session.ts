import { paths } from '#shared/paths.ts'
import type { TokenPair } from '#shared/users/schema.ts'
import { clearPersonalStorage, isLasting, readStorage, subscribeStorage, writeStorage } from '../storage.ts'
import { stashTexts } from './stash.ts'

export const accessToken = () => readStorage('access')

export const isSessionLasting = () => isLasting('access')

/** Which sign-in of this browser counts, the same over its refreshes; empty for a visitor. */
const signInId = () => (accessToken() === null ? '' : (readStorage('sign_in') ?? 'unnamed'))

/** Id of the account that is signed in; null for a visitor. */
export const currentAccount = () => accountOf(accessToken())

/** Clears what is personal after a sign-in that nobody signed out of: unsent texts wait for its account's next one. */
export function clearEndedSession(): void {
  const account = currentAccount()
  if (account !== null) stashTexts(account)
  clearPersonalStorage()
}

/** Stores the tokens of whoever is signed in, for every tab; with null the sign-in has ended, and what is personal goes. */
export function storeTokens(pair: TokenPair | null): void {
  if (!pair) clearEndedSession()
  writeStorage('refresh', pair && pair.refresh)
  writeStorage('access', pair && pair.access)
}

/** Notes who is signed in, and clears what this tab stored for somebody who has signed out elsewhere or while it was away. */
function switchOwner(signIn: string, account: string | null): void {
  const owner = readStorage('owner') ?? ''
  if (owner === signIn) return
  const isEnded = owner !== '' && signIn === '' && readStorage('signed_out') === null
  if (isEnded && account !== null) stashTexts(account, ['session'])
  if (owner !== '') clearPersonalStorage(['session'])
  writeStorage('owner', signIn || null)
}

/** Whose page this is, from the first sign-in on that it knew; null for a visitor’s. */
let pageAccount: string | null = null

/** Called where somebody logs in on a page that leads on by a full load. */
export function setPageAccount(account: string | null): void {
  pageAccount = account
  loading = undefined
}

/** Whether a token is another account's than the page: nothing of the page is sent with it, and it shows nothing of theirs. */
const isForeign = (token: string | null) => {
  const account = accountOf(token)
  return account !== null && pageAccount !== null && account !== pageAccount
}

let loading: Promise<never> | undefined

/** For the other account, once; it never settles. */
function loadAnew(): Promise<never> {
  if (!loading) location.reload()
  return (loading ??= new Promise(() => {}))
}

/** Calls back when somebody signs in or out, in this tab or another; not for a token that takes the place of another. */
export function onSignInChange(changed: () => void): void {
  let [former, account] = [signInId(), currentAccount()]
  pageAccount = account
  switchOwner(former, null)
  subscribeStorage('access', () => {
    if (isForeign(accessToken())) return void loadAnew()
    pageAccount ??= currentAccount()
    const current = signInId()
    if (current === former) return
    switchOwner(current, account)
    if (isSessionExpired()) return
    ;[former, account] = [current, currentAccount()]
    changed()
  })
}

/** How long a refresh may take, in ms: other tabs wait for it. */
export const refreshTimeoutMs = 20_000

export const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** How long another tab that gets the lock may still read what was stored before, in ms: on a busy machine 219 were seen. */
const propagationMs = 500

/** One tab at a time, where the browser has locks and grants them; the others then find what it brought. */
async function withSessionLock<Result>(callback: () => Promise<Result>): Promise<Result> {
  let working: Promise<Result> | undefined
  await new Promise<unknown>((granted) => {
    const begin = async () => {
      const former = accessToken()
      granted((working = callback()))
      await working
      if (accessToken() !== former) await new Promise((release) => setTimeout(release, propagationMs))
    }
    navigator.locks.request('session', begin).catch(granted)
  }).catch(() => {})
  return working ?? callback()
}

/** A network's own log-in page may answer in the server's stead: it ends no sign-in. */
function tokenPair(body: TokenPair): TokenPair {
  const { access, refresh } = body
  if (typeof access !== 'string' || typeof refresh !== 'string') throw new TypeError('The body holds no tokens.')
  return { access, refresh }
}

/**
 * Sees to a token after a stale one was refused. Answers whether the sign-in has ended, or what the server said where it
 * could not refresh just now, as after too many requests; then, and where it cannot be reached, nothing is lost.
 */
async function renew(stale: string): Promise<Response | 'ended' | null> {
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
  if (readStorage('refresh') !== refresh) return null
  if (!pair) return 'ended'
  storeTokens(pair)
  return null
}

/** Opens the log-in in place. Resolves once it is closed, with the new tokens stored or without them. */
type LogInPrompt = () => Promise<void>
let promptLogIn: LogInPrompt | undefined
let refusal = ''

/** `text` is what a form says that was not sent as nobody logged in. */
export function onSessionEnd(prompt: LogInPrompt | undefined, text = ''): void {
  promptLogIn = prompt
  refusal = text
}

let preservedPages = 0
let [wasAccepted, wasDeclined] = [false, false]

/** Whether the page stays its member's although the sign-in has ended by itself, noticed in this tab or another. */
export const isSessionExpired = () =>
  preservedPages > 0 &&
  wasAccepted &&
  pageAccount !== null &&
  accessToken() === null &&
  readStorage('signed_out') === null

/** Id of the account whose page this is. */
export const pageOwner = () => (isSessionExpired() ? pageAccount : currentAccount())

/** Called while a page shows what a visitor may not see or a member writes: it stays so where the sign-in ends by itself. */
export function preservePage(): () => void {
  if (accessToken() === null && !isSessionExpired()) return () => {}
  preservedPages++
  return () => {
    const wasExpired = isSessionExpired()
    preservedPages--
    // A visitor's from now on.
    if (wasExpired && !isSessionExpired()) writeStorage('access', null)
  }
}

let prompting: Promise<void> | undefined

/**
 * What is sent waits for a log-in in place, and what a preserved page reads, until that was declined once. The sign-in is over
 * where there was none, and where a visitor may read on.
 */
async function endSession(stale: string | null, isRead: boolean): Promise<void> {
  const isPrompted = promptLogIn && (!isRead || (preservedPages > 0 && wasAccepted && !wasDeclined))
  if (isPrompted) prompting ??= promptLogIn?.().finally(() => (prompting = undefined))
  await prompting
  if (isPrompted) wasDeclined = accessToken() === stale
  if (stale !== null && accessToken() === stale) storeTokens(null)
}

/** What no header may carry is no token: every call with it would fail before it is sent. */
const isSendable = (token: string) => /^[\x20-\x7e]*$/.test(token)

let renewing: ReturnType<typeof renew> | undefined

type AuthorizedInit = Omit<RequestInit, 'headers'> & { headers: Record<string, string>; isBackground?: boolean }

/** Sends it with what a log-in in place brought; without one, a preserved page is told so, and another goes on as a visitor's. */
async function sendAfterEnd(stale: string | null, path: string, init: AuthorizedInit): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET'
  const { isBackground, ...sent } = init
  if (!isBackground) await endSession(stale, isRead)
  if (accessToken() !== null && accessToken() !== stale) return authorizedFetch(path, init)
  if (!isSessionExpired()) return fetch(path, sent)
  // Forms show in its own words what they may not send.
  return Response.json({ detail: refusal, code: 'signed_out' }, { status: isRead ? 401 : 403 })
}

/**
 * fetch with the access token. What it opens no more is refreshed once, for all calls and tabs together, and the call
 * sent once more: by a visitor, where the sign-in has ended and nobody logs in again in place.
 */
export async function authorizedFetch(path: string, options: AuthorizedInit): Promise<Response> {
  const { isBackground: _, ...init } = options
  if (!isSendable(accessToken() ?? '')) storeTokens(null)
  const token = accessToken()
  if (init.headers.authorization || path.startsWith(paths.api.token)) return fetch(path, init)
  if (token === null) return isSessionExpired() ? sendAfterEnd(null, path, options) : fetch(path, init)
  const withToken = (access: string) =>
    isForeign(access)
      ? loadAnew()
      : fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } })
  const response = await withToken(token)
  if (response.status !== 401) {
    wasAccepted = true
    wasDeclined = false
    return response
  }
  // An answer that nobody reads holds its connection.
  void response.body?.cancel()
  renewing ??= withSessionLock(() => renew(token)).finally(() => (renewing = undefined))
  const failure = await renewing
  if (failure instanceof Response) return failure.clone()
  if (failure || isSessionExpired()) return sendAfterEnd(failure ? token : null, path, options)
  const access = accessToken()
  const again = await (access === null ? fetch(path, init) : withToken(access))
  // What a page stored after the end of its sign-in, as where the next one leads, is not cleared a second time.
  if (again.status === 401 && path === paths.api.me && access !== null && accessToken() === access) storeTokens(null)
  return again
}

/** Id of the account that an access token is of; null where it says none. */
export function accountOf(token: string | null): string | null {
  try {
    const claims = (token ?? '').split('.')[1] ?? ''
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string }
    return sub ?? null
  } catch {
    return null
  }
}
