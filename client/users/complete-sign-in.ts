import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localeCookieText } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Problem } from '#shared/problem.ts'
import { Me, safePath, TokenPair } from '#shared/users/schema.ts'
import type { LinkRequired } from '#shared/users/schema.ts'
import { ApiProblem, getJson, send } from '../app/api.ts'
import { accessToken, accountIdIn, setPageAccount, isSessionStored } from '../app/session/session.ts'
import { storeSession } from '../app/session/start-session.ts'
import { grantPendingAction } from '../app/session/pending-action.ts'
import { consumeRedirect } from '../app/session/redirect.ts'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'

/** Path after a sign-in: from the address, else a stored path (once), else the home page. */
export function signInTarget(search: URLSearchParams): string {
  const stored = safePath(consumeRedirect(), paths.home)
  return safePath(search.get('next'), stored)
}

/** Message for the owner of a blocked account; null for other errors. */
export const blockedAccountText = (error: unknown): string | null =>
  error instanceof ApiProblem && error.status === 403 ? error.detail : null

const isLink = ({ code, link_token, email }: LinkRequired) =>
  code === 'link_required' && typeof link_token === 'string' && typeof email === 'string'

/** Stores a Google link that needs a proof, in this tab. Returns true if the sign-in failed for that reason. */
export function storePendingLink(error: unknown): boolean {
  const link = error instanceof ApiProblem && error.status === 409 ? (error.body as LinkRequired | null) : null
  if (!link || !isLink(link)) return false
  writeStorage('google_link', JSON.stringify(link))
  return true
}

export const readPendingLink = () => parseStorage(readStorage('google_link'), isLink)

/** Loads a page without the router. Never settles, so that a form cannot be sent twice. */
export function loadFullPage(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => {})
}

/** Signs in at an API path and loads a page in the account's language. A full load leaves no visitor data. */
export async function signIn(
  client: QueryClient,
  path: string,
  body: object,
  targetOf = () => signInTarget(new URLSearchParams()),
): Promise<never> {
  const pair = await send(client, 'POST', path, { body, schema: import.meta.env.DEV && TokenPair })
  const target = targetOf()
  setPageAccount(accountIdIn(pair.access))
  storeSession(pair)
  writeStorage('google_link', null)
  writeStorage('registered_email', null)
  grantPendingAction(target)
  const { signal } = new AbortController()
  const me = await getJson(client, paths.api.me, import.meta.env.DEV && Me, signal).catch(() => null)
  if (me) document.cookie = localeCookieText(me.language, location.protocol === 'https:')
  if (isSessionStored()) return loadFullPage(target)
  // Without storage the router navigates, since a full page load would lose the session.
  history.pushState(null, '', target)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  return new Promise(() => {})
}

export function logSignInFailure(error: unknown): void {
  const body = error instanceof ApiProblem ? (error.body as Partial<Problem> | null) : null
  console.error(body?.detail ?? 'Login failed')
}

export function useRedirectSignedIn() {
  useEffect(() => {
    if (accessToken() !== null) location.replace(signInTarget(new URLSearchParams(location.search)))
  }, [])
}
