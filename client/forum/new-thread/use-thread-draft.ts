import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { StoredDraft } from '#shared/forum/drafts.ts'
import type { Draft } from '#shared/forum/drafts.ts'
import { descriptionLengths, titleLengths } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { send } from '../../app/api.ts'
import { readStorage, subscribeStorage, writeStorage, parseStorage } from '../../app/storage.ts'
import { canStoreTexts } from '../../app/unsent-text.ts'
import { accessToken } from '../../app/session/session.ts'
import { useViewer } from '../../app/session/viewer.ts'
import type { StorageKey } from '../../app/storage.ts'

const syncDelayMs = 1_500

const draftPath = forumPaths.api.draft

/** Stores the draft on the server. Returns 'refused' for a draft over the limits; it stays on the device. */
async function storeServerDraft(client: QueryClient, draft: Draft): Promise<StoredDraft | 'refused'> {
  if (draft.title.length > titleLengths.max || draft.description.length > descriptionLengths.max) return 'refused'
  const schema = import.meta.env.DEV && StoredDraft
  return send<StoredDraft>(client, 'PUT', draftPath, { body: draft, isBackground: true, ...(schema && { schema }) })
}

async function removeServerDraft(client: QueryClient): Promise<null> {
  await send(client, 'DELETE', draftPath, { isBackground: true })
  return null
}

type DraftOptions = {
  username: string
  initial: Draft
  /** Slug of the thread being edited. The draft of an edit is not sent to the server. */
  meta_slug?: string
  /** Draft on the server. Null: none. Undefined: the request failed, and the device's draft is used. */
  server?: StoredDraft | undefined
}

function firstDraft({ username, initial, meta_slug, server }: DraftOptions): DeviceDraft {
  const device = readDraft(draftKey(meta_slug), username)
  const newDraft = { draft: initial, username, changed_at: 0, server_at: null, is_sent: true }
  const chosen = server === undefined ? (device ? 'device' : 'none') : chooseDraft(device, server)
  if (chosen === 'device' && device) return device
  if (chosen !== 'server' || !server) return newDraft
  const { updated_at, age_seconds, ...draft } = server
  return { ...newDraft, draft, changed_at: Date.now() - age_seconds * 1_000, server_at: updated_at }
}

/** Draft on the device. A change in another tab is shown at once. */
function useDeviceDraft(options: DraftOptions) {
  const { username, meta_slug } = options
  const key = draftKey(meta_slug)
  const { is_signed_in } = useViewer()
  const [state, setState] = useState(() => firstDraft(options))
  const current = useRef(state)
  const lastWritten = useRef<string | null>(readStorage(key))
  const store = (next: DeviceDraft) => {
    current.current = next
    lastWritten.current = isBlankDraft(next.draft) || !canStoreTexts() ? null : JSON.stringify(next)
    writeStorage(key, lastWritten.current)
    setState(next)
  }
  /** Called when another tab has changed or submitted the draft, or signed out. */
  const onStored = useEffectEvent(() => {
    const text = readStorage(key)
    if (text === lastWritten.current) return
    const other = parseDraft(text)
    if (other?.username === username) {
      lastWritten.current = text
      current.current = other
      setState(other)
    } else if (accessToken() !== null) store({ ...current.current, draft: blankDraft, server_at: null, is_sent: true })
  })
  useEffect(() => subscribeStorage(key, () => onStored()), [key])
  const storeCurrent = useEffectEvent(() => store(current.current))
  useEffect(() => {
    if (!is_signed_in) storeCurrent()
  }, [is_signed_in])
  const remove = () => {
    current.current = { ...current.current, is_sent: true }
    lastWritten.current = null
    writeStorage(key, null)
  }
  const isUnchanged = () => readStorage(key) === lastWritten.current
  /** Stores the text on the device after the session has ended, for the time after the log-in. */
  const storeForLogIn = () => writeStorage(key, JSON.stringify(current.current))
  return { state, current, store, remove, isUnchanged, storeForLogIn }
}

/** Calls `sync` after a pause in the changes of a draft, and before the page is left. */
function useSyncTimes(state: DeviceDraft, sync: () => Promise<void>): void {
  const syncNow = useEffectEvent(sync)
  useEffect(() => {
    if (state.is_sent) return
    const timer = setTimeout(() => void syncNow(), syncDelayMs)
    return () => clearTimeout(timer)
  }, [state])
  useEffect(() => {
    const flush = () => void (document.visibilityState === 'hidden' && syncNow())
    document.addEventListener('visibilitychange', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      void syncNow()
    }
  }, [])
}

/** Copy of the draft on the server, stored after a pause, and before the page is left. */
function useServerDraft({ state, current, isUnchanged, ...device }: ReturnType<typeof useDeviceDraft>, isNew: boolean) {
  const client = useQueryClient()
  const [saved, setSaved] = useState<'nowhere' | 'device' | 'server'>('nowhere')
  const sending = useRef<Promise<void> | null>(null)
  const isSubmitting = useRef(false)
  const store = async () => {
    const { draft } = current.current
    try {
      const stored = isBlankDraft(draft) ? await removeServerDraft(client) : await storeServerDraft(client, draft)
      // A form in another tab has changed the draft.
      if (stored === 'refused' || !isUnchanged()) return
      const isSame = current.current.draft === draft
      device.store({ ...current.current, server_at: stored?.updated_at ?? null, is_sent: isSame })
      setSaved('server')
    } catch {
      setSaved('device')
    }
  }
  /** Stores the draft on the server. Requests run one at a time, so that the last draft is stored last. */
  const sync = async () => {
    await sending.current
    if (isSubmitting.current || !isNew || current.current.is_sent || accessToken() === null) return
    sending.current = store().finally(() => (sending.current = null))
    await sending.current
  }
  useSyncTimes(state, sync)
  /** Sends the thread and removes the draft. The server deletes its copy, so no sync may store it again. */
  const submit = async (post: () => Promise<unknown>): Promise<void> => {
    isSubmitting.current = true
    await sending.current
    try {
      await post()
      device.remove()
    } finally {
      isSubmitting.current = false
      void sync()
    }
  }
  return { saved, submit }
}

/** Draft of a thread. Each change is stored on the device at once, and on the server after a pause. */
export function useThreadDraft(options: DraftOptions) {
  const device = useDeviceDraft(options)
  const { state, current, storeForLogIn } = device
  const { saved, submit } = useServerDraft(device, options.meta_slug === undefined)
  const change = (changes: Partial<Draft>) => {
    const draft = { ...current.current.draft, ...changes }
    device.store({ ...current.current, draft, changed_at: Date.now(), is_sent: false })
  }
  return { draft: state.draft, saved: isBlankDraft(state.draft) ? 'nowhere' : saved, change, submit, storeForLogIn }
}

type DeviceDraft = {
  draft: Draft
  username: string
  changed_at: number
  /** `updated_at` of the server draft from which this draft began; null for none. */
  server_at: string | null
  is_sent: boolean
}

export const blankDraft: Draft = { title: '', section: '', description: '' }
export const isBlankDraft = ({ title, description }: Draft) => title.trim() === '' && description.trim() === ''

const draftKey = (meta_slug?: string): StorageKey =>
  meta_slug === undefined ? 'forum.draft' : `forum.draft:${meta_slug}`

const isDeviceDraft = ({ draft, username, changed_at, is_sent }: DeviceDraft) =>
  [draft.title, draft.section, draft.description, username].every((text) => typeof text === 'string') &&
  typeof changed_at === 'number' &&
  typeof is_sent === 'boolean'

const parseDraft = (text: string | null) => parseStorage<DeviceDraft>(text, isDeviceDraft)

/** Reads the user's draft on the device. A draft of another user is deleted. */
function readDraft(key: StorageKey, username: string): DeviceDraft | null {
  const text = readStorage(key)
  const stored = parseDraft(text)
  if (stored?.username === username) return stored
  if (text !== null) writeStorage(key, null)
  return null
}

/** Chooses the draft that changed since the last sync, or the newer if both changed. */
function chooseDraft(device: DeviceDraft | null, server: StoredDraft): 'device' | 'server' | 'none' {
  if (!device) return server ? 'server' : 'none'
  // The draft was submitted or emptied on another device.
  if (!server) return device.is_sent ? 'none' : 'device'
  if (device.server_at === server.updated_at) return 'device'
  if (device.is_sent) return 'server'
  // Compares ages in ms, since the clocks of device and server may differ.
  return server.age_seconds * 1_000 < Date.now() - device.changed_at ? 'server' : 'device'
}
