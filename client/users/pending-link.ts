import type { LinkRequired } from '#shared/users/schema.ts'
import { ApiProblem } from '../app/api.ts'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'

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

export const removePendingLink = () => writeStorage('google_link', null)
