import { paths } from '#shared/paths.ts'
import type { TokenPair } from '#shared/users/schema.ts'
import {
  clearPersonalStorage,
  isPersisted,
  readStorage,
  stashTexts,
  subscribeStorage,
  writeStorage,
} from '../storage.ts'

export const accessToken = () => readStorage('access')

export const isSessionStored = () => isPersisted('access')

const signInId = () => (accessToken() === null ? '' : (readStorage('sign_in') ?? 'unnamed'))

export const currentAccountId = () => accountIdIn(accessToken())

export function clearEndedSession(): void {
  const account = currentAccountId()
  if (account !== null) stashTexts(account)
  clearPersonalStorage()
}

export function storeTokens(pair: TokenPair | null): void {
  if (!pair) clearEndedSession()
  writeStorage('refresh', pair && pair.refresh)
  writeStorage('access', pair && pair.access)
}

function changeStorageOwner(signIn: string, account: string | null): void {
  const owner = readStorage('owner') ?? ''
  if (owner === signIn) return
  const isEnded = owner !== '' && signIn === '' && readStorage('signed_out') === null
  if (isEnded && account !== null) stashTexts(account, ['session'])
  if (owner !== '') clearPersonalStorage(['session'])
  writeStorage('owner', signIn || null)
}

let pageAccount: string | null = null

export function setPageAccount(account: string | null): void {
  pageAccount = account
  loading = undefined
}

/** True for a token of another account than the page's. The page neither sends it nor shows that account's data. */
const isForeign = (token: string | null) => {
  const account = accountIdIn(token)
  return account !== null && pageAccount !== null && account !== pageAccount
}

let loading: Promise<never> | undefined

function reloadPage(): Promise<never> {
  if (!loading) location.reload()
  return (loading ??= new Promise(() => {}))
}

export function onSignInChange(changed: () => void): void {
  let [former, account] = [signInId(), currentAccountId()]
  pageAccount = account
  changeStorageOwner(former, null)
  subscribeStorage('access', () => {
    if (isForeign(accessToken())) return void reloadPage()
    pageAccount ??= currentAccountId()
    const current = signInId()
    if (current === former) return
    changeStorageOwner(current, account)
    if (isSessionExpired()) return
    ;[former, account] = [current, currentAccountId()]
    changed()
  })
}

export const refreshTimeoutMs = 20_000

export const jsonPost = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Delay in ms until this tab sees the storage writes of another tab. Measured: up to 219 ms. */
const propagationMs = 500

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

/** Returns the tokens of a response. Throws for another body, such as a captive portal's; the session continues. */
function tokenPair(body: TokenPair): TokenPair {
  const { access, refresh } = body
  if (typeof access !== 'string' || typeof refresh !== 'string') throw new TypeError('The body holds no tokens.')
  return { access, refresh }
}

/** Refreshes a stale token. Returns null if renewed, 'ended', or the server's error response, such as a 429. */
async function renew(stale: string): Promise<Response | 'ended' | null> {
  const refresh = readStorage('refresh')
  if (accessToken() !== stale) return null
  const response =
    refresh === null
      ? null
      : await fetch(paths.api.tokenRefresh, { ...jsonPost({ refresh }), signal: AbortSignal.timeout(refreshTimeoutMs) })
  const pair = response?.ok ? tokenPair(await response.json()) : null
  if (response && !pair && response.status !== 401 && response.status !== 400) return response
  if (!pair) void response?.body?.cancel()
  if (readStorage('refresh') !== refresh) return null
  if (!pair) return 'ended'
  storeTokens(pair)
  return null
}

type LogInPrompt = () => Promise<void>
let promptLogIn: LogInPrompt | undefined
let refusal = ''

export function onSessionEnd(prompt: LogInPrompt | undefined, text = ''): void {
  promptLogIn = prompt
  refusal = text
}

let preservedPages = 0
let [wasAccepted, wasDeclined] = [false, false]

/** True if the session expired and the page still shows the member's data. */
export const isSessionExpired = () =>
  preservedPages > 0 &&
  wasAccepted &&
  pageAccount !== null &&
  accessToken() === null &&
  readStorage('signed_out') === null

export const pageAccountId = () => (isSessionExpired() ? pageAccount : currentAccountId())

/** Keeps the page if the session expires, instead of reloading it. Returns a function that stops this. */
export function preservePage(): () => void {
  if (accessToken() === null && !isSessionExpired()) return () => {}
  preservedPages++
  return () => {
    const wasExpired = isSessionExpired()
    preservedPages--
    if (wasExpired && !isSessionExpired()) writeStorage('access', null)
  }
}

let prompting: Promise<void> | undefined

/** Ends the session. First asks for a log-in if a write or a preserved page needs it and the user has not declined. */
async function endSession(stale: string | null, isRead: boolean): Promise<void> {
  const isPrompted = promptLogIn && (!isRead || (preservedPages > 0 && wasAccepted && !wasDeclined))
  if (isPrompted) prompting ??= promptLogIn?.().finally(() => (prompting = undefined))
  await prompting
  if (isPrompted) wasDeclined = accessToken() === stale
  if (stale !== null && accessToken() === stale) storeTokens(null)
}

/** True if the token can be sent in a header. Other tokens would make every request fail. */
const isSendable = (token: string) => /^[\x20-\x7e]*$/.test(token)

let renewing: ReturnType<typeof renew> | undefined

type AuthorizedInit = Omit<RequestInit, 'headers'> & { headers: Record<string, string>; isBackground?: boolean }

/** Sends the request after a log-in. Without it, a preserved page gets 401 or 403; other pages send as a visitor. */
async function sendAfterEnd(stale: string | null, path: string, init: AuthorizedInit): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET'
  const { isBackground, ...sent } = init
  if (!isBackground) await endSession(stale, isRead)
  if (accessToken() !== null && accessToken() !== stale) return authorizedFetch(path, init)
  if (!isSessionExpired()) return fetch(path, sent)
  return Response.json({ detail: refusal, code: 'signed_out' }, { status: isRead ? 401 : 403 })
}

/** Fetches with the access token. After a 401, one refresh serves all tabs, and the request is repeated. */
export async function authorizedFetch(path: string, options: AuthorizedInit): Promise<Response> {
  const { isBackground: _, ...init } = options
  if (!isSendable(accessToken() ?? '')) storeTokens(null)
  const token = accessToken()
  if (init.headers.authorization || path.startsWith(paths.api.token)) return fetch(path, init)
  if (token === null) return isSessionExpired() ? sendAfterEnd(null, path, options) : fetch(path, init)
  const withToken = (access: string) =>
    isForeign(access)
      ? reloadPage()
      : fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } })
  const response = await withToken(token)
  if (response.status !== 401) {
    wasAccepted = true
    wasDeclined = false
    return response
  }
  void response.body?.cancel()
  renewing ??= withSessionLock(() => renew(token)).finally(() => (renewing = undefined))
  const failure = await renewing
  if (failure instanceof Response) return failure.clone()
  if (failure || isSessionExpired()) return sendAfterEnd(failure ? token : null, path, options)
  const access = accessToken()
  const again = await (access === null ? fetch(path, init) : withToken(access))
  if (again.status === 401 && path === paths.api.me && access !== null && accessToken() === access) storeTokens(null)
  return again
}

export function accountIdIn(token: string | null): string | null {
  try {
    const payload = (token ?? '').split('.')[1] ?? ''
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string }
    return sub ?? null
  } catch {
    return null
  }
}
