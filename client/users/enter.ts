import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localeCookieText } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { Me, safePath } from '#shared/users.ts'
import type { TokenPair } from '#shared/users.ts'
import { getFrom } from '../api.ts'
import { accessToken, keepTokens } from '../session.ts'
import { takeRedirect } from '../redirect.ts'

/** Where a sign-in leads: what the address says, else what was remembered, else the front page. */
export function targetOf(search: URLSearchParams, fallback: string = paths.home): string {
  const next = search.get('next')
  const target = safePath(next, '') || safePath(takeRedirect(), '')
  return target === '' ? fallback : target
}

/** Signs in, in the person's own language, and leads on by a full load: nothing of the visitor stays. */
export async function enter(client: QueryClient, pair: TokenPair, target: string): Promise<void> {
  keepTokens(pair)
  const { signal } = new AbortController()
  const me = await getFrom(client, paths.api.me, Me, signal).catch(() => null)
  if (me) document.cookie = localeCookieText(me.language, location.protocol === 'https:')
  location.assign(target)
}

/** Whoever has signed in before is led on. */
export function useLeadOn() {
  useEffect(() => {
    if (accessToken() !== null) location.replace(targetOf(new URLSearchParams(location.search)))
  }, [])
}
