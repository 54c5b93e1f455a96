import { paths } from '#shared/paths.ts'
import { posted, refreshTimeoutMs } from './session.ts'
import { clearPersonalStorage, readStorage, writeStorage } from '../storage.ts'

/** Forgets a sign-in that has ended at the server, and leads to the front page; the page that is left hears nothing of it. */
export function endLocalSession(): void {
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
  endLocalSession()
}
