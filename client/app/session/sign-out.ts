import { paths } from '#shared/paths.ts'
import { jsonPost, refreshTimeoutMs } from './session.ts'
import { clearPersonalStorage, readStorage, writeStorage } from '../storage.ts'

export function endLocalSession(): void {
  writeStorage('signed_out', '1')
  clearPersonalStorage()
  location.assign(paths.home)
}

export async function signOut(): Promise<void> {
  const refresh = readStorage('refresh')
  const init = { ...jsonPost({ refresh }), signal: AbortSignal.timeout(refreshTimeoutMs) }
  const response = refresh === null ? null : await fetch(paths.api.tokenRevoke, init)
  if (response && (response.status === 429 || response.status >= 500)) throw new Error(`status ${response.status}`)
  endLocalSession()
}
