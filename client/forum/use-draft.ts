import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft, StoredDraft } from '#shared/forum.ts'
import { readStorage, subscribeStorage, writeStorage } from '../app/storage.ts'
import { canStoreTexts } from '../app/session.ts'
import { isSignedIn, useViewer } from '../app/viewer.ts'
import { blankDraft, chooseDraft, draftKey, isBlank, parseDraft, readDraft } from './device-draft.ts'
import type { DeviceDraft } from './device-draft.ts'
import { removeServerDraft, storeServerDraft } from './draft-requests.ts'

/** ms: how long a text rests before the server gets it. */
const restMs = 1_500

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
  const { updated_at, ...draft } = server
  return { ...fresh, draft, changed_at: Date.parse(updated_at), server_at: updated_at }
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
  const send = async () => {
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
    if (isSubmitting.current || meta_slug !== undefined || current.current.is_sent || !isSignedIn()) return
    sending.current = send().finally(() => (sending.current = null))
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
    } else if (isSignedIn()) put({ ...current.current, draft: blankDraft, server_at: null, is_sent: true })
  })
  useEffect(() => subscribeStorage(key, () => onStored()), [key])
  const keep = useEffectEvent(() => put(current.current))
  useEffect(() => {
    if (!is_signed_in) keep()
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
