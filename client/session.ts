import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { keep, readKept } from './kept.ts'

/** As shared/users.ts has it: all of that would be 3 KiB more for every visitor. */
const Pair = z.object({ access: z.string(), refresh: z.string() })

export const accessToken = () => readKept('local', 'access')

/** Signs this browser in, with every tab of it; with null, out. */
export function keepTokens(pair: z.infer<typeof Pair> | null): void {
  keep('local', 'refresh', pair?.refresh ?? null)
  keep('local', 'access', pair?.access ?? null)
  if (!pair) keep('local', 'viewer.tier', null)
  // Other tabs hear of it by themselves.
  dispatchEvent(new StorageEvent('storage', { key: 'access' }))
}

const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** One tab at a time; the others then find what it brought. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('session', work) : work()
}

/** Whether there is a token to go on with, after a stale one was refused. A network that fails changes nothing. */
async function renew(stale: string): Promise<'renewed' | 'signed_out' | 'failed'> {
  const now = accessToken()
  if (now !== stale) return now === null ? 'signed_out' : 'renewed'
  const refresh = readKept('local', 'refresh')
  const response =
    refresh === null ? null : await fetch(paths.api.tokenRefresh, posted({ refresh })).catch(() => 'failed' as const)
  if (response === 'failed') return 'failed'
  const pair = response?.ok ? Pair.safeParse(await response.json().catch(() => null)).data : null
  if (pair) {
    keepTokens(pair)
    return 'renewed'
  }
  if (response && response.status !== 401 && response.status !== 400) return 'failed'
  keepTokens(null)
  return 'signed_out'
}

let renewing: Promise<'renewed' | 'signed_out' | 'failed'> | undefined

/**
 * fetch with the access token. What it opens no more is refreshed once, for all calls and tabs together, and the call
 * sent once more; a sign-in that has ended leaves a visitor, for whom reads are asked again.
 */
export async function authorizedFetch(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
) {
  const token = accessToken()
  if (token === null || path.startsWith(paths.api.token)) return fetch(path, init)
  const withToken = (access: string) =>
    fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } })
  const response = await withToken(token)
  if (response.status !== 401) return response
  renewing ??= alone(() => renew(token)).finally(() => (renewing = undefined))
  const outcome = await renewing
  const access = accessToken()
  if (outcome === 'renewed' && access !== null) return withToken(access)
  return outcome === 'signed_out' && (init.method ?? 'GET') === 'GET' ? fetch(path, init) : response
}

/** Ends the sign-in here and at the server, and leads to the front page. */
export async function signOut(): Promise<void> {
  const refresh = readKept('local', 'refresh')
  keepTokens(null)
  if (refresh !== null) await fetch(paths.api.tokenRevoke, { ...posted({ refresh }), keepalive: true }).catch(() => {})
  location.assign(paths.home)
}
