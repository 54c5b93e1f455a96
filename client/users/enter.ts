import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localeCookieText } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { Problem } from '#shared/problem.ts'
import { Me, safePath } from '#shared/users.ts'
import type { TokenPair } from '#shared/users.ts'
import { ApiProblem, getFrom } from '../api.ts'
import { accessToken, keepTokens } from '../session.ts'
import { takeRedirect } from '../redirect.ts'

/** Where a sign-in leads: what the address says, else what was remembered, which is forgotten, else the front page. */
export function targetOf(search: URLSearchParams): string {
  const remembered = safePath(takeRedirect(), paths.home)
  return safePath(search.get('next'), remembered)
}

/** Leaves a form for another page by a full load. It never settles: nothing can be sent twice on the way out. */
export function leaveFor(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => {})
}

/** Signs in, in the person's own language, and leads on by a full load: nothing of the visitor stays. */
export async function enter(client: QueryClient, pair: TokenPair, target: string): Promise<never> {
  keepTokens(pair)
  const { signal } = new AbortController()
  const me = await getFrom(client, paths.api.me, Me, signal).catch(() => null)
  if (me) document.cookie = localeCookieText(me.language, location.protocol === 'https:')
  return leaveFor(target)
}

/** What a sign-in by Google that failed leaves in the browser's log: what the server said, where it did. */
export function logFailure(error: unknown): void {
  const told = Problem.safeParse(error instanceof ApiProblem && error.body).data
  console.error(told?.detail ?? 'Login failed')
}

/** Whoever has signed in before is led on. */
export function useLeadOn() {
  useEffect(() => {
    if (accessToken() !== null) location.replace(targetOf(new URLSearchParams(location.search)))
  }, [])
}
