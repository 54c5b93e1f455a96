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

/** ms: how long a text rests before the server gets it. */
const restMs = 1_500

const draftPath = forumPaths.api.draft

/** Answers when it was stored; what is longer than a thread may be stays on the device. */
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
  /** What the form begins with where nothing was written. */
  initial: Draft
  /** Of the thread that is edited: its draft stays on the device. */
  meta_slug?: string
  /** Undefined where it could not be had: then what the device has counts. */
  server?: StoredDraft | undefined
}

function firstDraft({ username, initial, meta_slug, server }: DraftOptions): DeviceDraft {
  const device = readDraft(draftKey(meta_slug), username)
  const fresh = { draft: initial, username, changed_at: 0, server_at: null, is_sent: true }
  const chosen = server === undefined ? (device ? 'device' : 'none') : chooseDraft(device, server)
  if (chosen === 'device' && device) return device
  if (chosen !== 'server' || !server) return fresh
  const { updated_at, age_seconds, ...draft } = server
  return { ...fresh, draft, changed_at: Date.now() - age_seconds * 1_000, server_at: updated_at }
}

/** What somebody writes: on the device at once, on the server as soon as it rests. It ends as it is submitted. */
export function useDraft(options: DraftOptions) {
  const { username, meta_slug } = options
  const client = useQueryClient()
  const { is_signed_in } = useViewer()
  const [state, setState] = useState(() => firstDraft(options))
  const [saved, setSaved] = useState<'nowhere' | 'device' | 'server'>('nowhere')
  const current = useRef(state)
  const written = useRef<string | null>(readStorage(draftKey(meta_slug)))
  const sending = useRef<Promise<void> | null>(null)
  const isSubmitting = useRef(false)
  const key = draftKey(meta_slug)

  const put = (next: DeviceDraft) => {
    current.current = next
    written.current = isBlank(next.draft) || !canStoreTexts() ? null : JSON.stringify(next)
    writeStorage(key, written.current)
    setState(next)
  }
  const store = async () => {
    const { draft } = current.current
    try {
      const stored = isBlank(draft) ? await removeServerDraft(client) : await storeServerDraft(client, draft)
      // Another form has gone on with it meanwhile.
      if (stored === 'refused' || readStorage(key) !== written.current) return
      const isSame = current.current.draft === draft
      put({ ...current.current, server_at: stored?.updated_at ?? null, is_sent: isSame })
      setSaved('server')
    } catch {
      setSaved('device')
    }
  }
  /** One at a time, so that the last one is what stays. */
  const sync = async () => {
    await sending.current
    if (isSubmitting.current || meta_slug !== undefined || current.current.is_sent || accessToken() === null) return
    sending.current = store().finally(() => (sending.current = null))
    await sending.current
  }
  const syncNow = useEffectEvent(sync)
  useEffect(() => {
    if (state.is_sent) return
    const timer = setTimeout(() => void syncNow(), restMs)
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

  /** Another tab wrote, submitted, or ended the sign-in, which took the draft away. */
  const onStored = useEffectEvent(() => {
    const text = readStorage(key)
    if (text === written.current) return
    const other = parseDraft(text)
    if (other?.username === username) {
      written.current = text
      current.current = other
      setState(other)
    } else if (accessToken() !== null) put({ ...current.current, draft: blankDraft, server_at: null, is_sent: true })
  })
  useEffect(() => subscribeStorage(key, () => onStored()), [key])
  const storeCurrent = useEffectEvent(() => put(current.current))
  useEffect(() => {
    if (!is_signed_in) storeCurrent()
  }, [is_signed_in])

  const change = (changes: Partial<Draft>) => {
    const draft = { ...current.current.draft, ...changes }
    put({ ...current.current, draft, changed_at: Date.now(), is_sent: false })
  }
  /** The server drops its draft with what it takes; nothing may bring it back afterwards. */
  const submit = async <Result>(post: () => Promise<Result>): Promise<Result> => {
    isSubmitting.current = true
    await sending.current
    try {
      const result = await post()
      current.current = { ...current.current, is_sent: true }
      written.current = null
      writeStorage(key, null)
      return result
    } finally {
      isSubmitting.current = false
      void sync()
    }
  }
  /** Whoever sends it before they log in again finds it after that. */
  const storeForLogIn = () => writeStorage(key, JSON.stringify(current.current))
  return { draft: state.draft, saved: isBlank(state.draft) ? 'nowhere' : saved, change, submit, storeForLogIn }
}

/** What this device has of a text that is being written. */
type DeviceDraft = {
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
const draftKey = (meta_slug?: string): StorageKey =>
  meta_slug === undefined ? 'forum.draft' : `forum.draft:${meta_slug}`

const isDeviceDraft = ({ draft, username, changed_at, is_sent }: DeviceDraft) =>
  [draft.title, draft.section, draft.description, username].every((text) => typeof text === 'string') &&
  typeof changed_at === 'number' &&
  typeof is_sent === 'boolean'

const parseDraft = (text: string | null) => parseStorage<DeviceDraft>(text, isDeviceDraft)

/** What is here of somebody; what is somebody else's goes. */
function readDraft(key: StorageKey, username: string): DeviceDraft | null {
  const text = readStorage(key)
  const stored = parseDraft(text)
  if (stored?.username === username) return stored
  if (text !== null) writeStorage(key, null)
  return null
}

/** The one that is gone on with: the newer one, where both have changed since they were the same. */
function chooseDraft(device: DeviceDraft | null, server: StoredDraft): 'device' | 'server' | 'none' {
  if (!device) return server ? 'server' : 'none'
  // It was submitted, or emptied, elsewhere.
  if (!server) return device.is_sent ? 'none' : 'device'
  if (device.server_at === server.updated_at) return 'device'
  if (device.is_sent) return 'server'
  // By their ages, as the two clocks may differ.
  return server.age_seconds * 1_000 < Date.now() - device.changed_at ? 'server' : 'device'
}
