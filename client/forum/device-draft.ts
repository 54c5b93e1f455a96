import type { Draft, StoredDraft } from '#shared/forum.ts'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'
import type { StorageKey } from '../app/storage.ts'

/** What this device has of a text that is being written. */
export type DeviceDraft = {
  draft: Draft
  /** Whose it is: nobody else who logs in here is shown it. */
  username: string
  /** ms since 1970. */
  changed_at: number
  /** When the server stored the draft that this one goes on from; null: it did not. */
  server_at: string | null
  /** Whether the server has all of it. */
  is_sent: boolean
}

export const blankDraft: Draft = { title: '', section: '', description: '' }
/** A chosen section alone is nothing that somebody wrote. */
export const isBlank = ({ title, description }: Draft) => title.trim() === '' && description.trim() === ''

/** Of a new thread, or of one that is edited. */
export const draftKey = (meta_slug?: string): StorageKey =>
  meta_slug === undefined ? 'forum.draft' : `forum.draft:${meta_slug}`

const isDeviceDraft = ({ draft, username, changed_at, is_sent }: DeviceDraft) =>
  [draft.title, draft.section, draft.description, username].every((text) => typeof text === 'string') &&
  typeof changed_at === 'number' &&
  typeof is_sent === 'boolean'

export const parseDraft = (text: string | null) => parseStorage<DeviceDraft>(text, isDeviceDraft)

/** What is here of somebody; what is somebody else's goes. */
export function readDraft(key: StorageKey, username: string): DeviceDraft | null {
  const text = readStorage(key)
  const stored = parseDraft(text)
  if (stored?.username === username) return stored
  if (text !== null) writeStorage(key, null)
  return null
}

/** The one that is gone on with: the newer one, where both have changed since they were the same. */
export function chooseDraft(device: DeviceDraft | null, server: StoredDraft): 'device' | 'server' | 'none' {
  if (!device) return server ? 'server' : 'none'
  // It was submitted, or emptied, elsewhere.
  if (!server) return device.is_sent ? 'none' : 'device'
  if (device.server_at === server.updated_at) return 'device'
  if (device.is_sent) return 'server'
  return Date.parse(server.updated_at) > device.changed_at ? 'server' : 'device'
}
