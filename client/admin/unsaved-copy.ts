import { canStoreTexts } from '../app/session.ts'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'
import type { StorageKey } from '../app/storage.ts'

/** What this device has of a form that was left before it was saved. */
export type UnsavedCopy<Draft> = {
  /** Whose it is: nobody else who signs in here is shown it. */
  username: string
  /** Of the state that it goes on from; none: something new. */
  etag: string | null
  base: Draft
  draft: Draft
}

/** Of the family of drafts, which go with the sign-in. */
const keyOf = (path: string): StorageKey => `forum.draft:${path}`

const isCopy = ({ username, base, draft }: UnsavedCopy<unknown>) =>
  typeof username === 'string' && [base, draft].every((state) => typeof state === 'object' && state !== null)

/** Null where it is somebody else's, or of a form with other fields than `fresh` has. */
export function readUnsaved<Draft extends object>(path: string, username: string, fresh: Draft) {
  const copy = parseStorage<UnsavedCopy<Draft>>(readStorage(keyOf(path)), isCopy)
  const isOfForm = (state: Draft) => Object.keys(state).join(' ') === Object.keys(fresh).join(' ')
  return copy?.username === username && isOfForm(copy.base) && isOfForm(copy.draft) ? copy : null
}

export function writeUnsaved<Draft>(path: string, copy: UnsavedCopy<Draft> | null): void {
  writeStorage(keyOf(path), copy && canStoreTexts() ? JSON.stringify(copy) : null)
}
