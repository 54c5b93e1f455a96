import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { keep, readKept } from './kept.ts'

/** As shared/users.ts has it: all of that would be 3 KiB more for every visitor. */
const Pair = z.object({ access: z.string(), refresh: z.string() })

export const accessToken = () => readKept('local', 'access')

const keys = ['refresh', 'access', 'viewer.tier']

/** Signs this browser in, with every tab of it; with null, out. */
export function keepTokens(pair: z.infer<typeof Pair> | null): void {
  const oldValue = accessToken()
  if (pair) {
    keep('local', 'refresh', pair.refresh)
    keep('local', 'access', pair.access)
  } else for (const key of keys) keep('local', key, null)
  // Other tabs hear of it by themselves.
  dispatchEvent(new StorageEvent('storage', { key: 'access', oldValue, newValue: accessToken() }))
}

/** Calls back when somebody signs in or out, in this tab or another; not for a token that takes the place of another. */
export function onSignInChange(changed: () => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    // Without a key, all that the browser kept was cleared.
    if (key === null || (key === 'access' && (oldValue === null) !== (newValue === null))) changed()
  })
}

/** How long a refresh may take, in ms: other tabs wait for it. */
const patience = 20_000

const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** One tab at a time; the others then find what it brought. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('session', work) : work()
}

/**
 * Sees to a token after a stale one was refused, or to none where the sign-in has ended. Answers what the server said
 * where it could not refresh just now, as after too many requests; then, and where it cannot be reached, nothing is lost.
 */
async function renew(stale: string): Promise<Response | null> {
  const refresh = readKept('local', 'refresh')
  if (accessToken() !== stale) return null
  const response =
    refresh === null
      ? null
      : await fetch(paths.api.tokenRefresh, { ...posted({ refresh }), signal: AbortSignal.timeout(patience) })
  const pair = response?.ok ? Pair.parse(await response.json()) : null
  if (response && !pair && response.status !== 401 && response.status !== 400) return response
  // Who has signed out or in meanwhile, in another tab, is not undone.
  if (readKept('local', 'refresh') === refresh) keepTokens(pair)
  return null
}

let renewing: Promise<Response | null> | undefined

/**
 * fetch with the access token. What it opens no more is refreshed once, for all calls and tabs together, and the call
 * sent once more: by a visitor, where the sign-in has ended.
 */
export async function authorizedFetch(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
) {
  const token = accessToken()
  if (token === null || init.headers.authorization || path.startsWith(paths.api.token)) return fetch(path, init)
  const withToken = (access: string) =>
    fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } })
  const response = await withToken(token)
  if (response.status !== 401) return response
  renewing ??= alone(() => renew(token)).finally(() => (renewing = undefined))
  const failure = await renewing
  if (failure) return failure.clone()
  const access = accessToken()
  const again = await (access === null ? fetch(path, init) : withToken(access))
  if (again.status === 401 && path === paths.api.me && accessToken() === access) keepTokens(null)
  return again
}

/** Ends the sign-in here and at the server, and leads to the front page; the page that is left hears nothing of it. */
export function signOut(): void {
  const refresh = readKept('local', 'refresh')
  for (const key of keys) localStorage.removeItem(key)
  if (refresh !== null) fetch(paths.api.tokenRevoke, { ...posted({ refresh }), keepalive: true }).catch(() => {})
  location.assign(paths.home)
}
