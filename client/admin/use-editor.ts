import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldProblems } from '#shared/problem.ts'
import type { Decoder } from '../app/api.ts'
import { useErrorText } from '../app/error-text.ts'
import { fieldProblemsOf } from '../app/form.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { currentAccountId, pageAccountId } from '../app/session/session.ts'
import { canStoreTexts, storeUnsentText } from '../app/unsent-text.ts'
import { useIdempotentRequest } from '../app/use-idempotent-request.ts'
import { parseStorage, readStorage } from '../app/storage.ts'
import type { StorageKey } from '../app/storage.ts'
import { conflictingVersion, itemWithEtagQuery, saveEditedItem } from './item-with-etag.ts'
import type { ItemWithEtag } from './item-with-etag.ts'
import { useTranslate } from './messages.ts'

type Options<Item, Draft extends object> = {
  /** API path of the item, or of the list for a new item. Another path needs another component `key`. */
  path: string
  schema: Decoder<z.ZodMiniType<Item>>
  edited: ItemWithEtag<Item> | null
  /** Editable part of an item in API form. Fields and their order never differ, since drafts are compared as JSON. */
  draftOf: (item: Item) => Draft
  /** Makes a draft whole after a change and after a conflict. Returns a whole draft as it is. */
  complete?: (draft: Draft) => Draft
  empty: Draft
  onSaved: (edited: ItemWithEtag<Item>) => void
}

type State<Draft> = { etag: string | undefined; saved: Draft; draft: Draft }

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Draft stored on the device until it is saved or discarded. Leaving the site shows a warning. */
function useUnsaved<Draft extends object>(path: string, fresh: State<Draft>) {
  const { data: me } = useQuery(meQuery)
  const [username] = useState(me?.username)
  const [account] = useState(pageAccountId)
  const [found] = useState(() => (username === undefined ? null : readUnsavedDraft(path, username, fresh.saved)))
  const [isRestored, setRestored] = useState(found !== null)
  const [state, setState] = useState<State<Draft>>(
    found ? { etag: found.etag ?? undefined, saved: found.base, draft: found.draft } : fresh,
  )
  const { etag, saved, draft } = state
  const isDirty = !isSame(draft, saved)
  useEffect(() => {
    if (username === undefined) return
    writeUnsavedDraft(path, isDirty ? { username, etag: etag ?? null, base: saved, draft } : null, account)
  }, [path, username, account, etag, saved, draft, isDirty])
  useEffect(() => {
    if (!isDirty) return
    // After a sign-out there is no warning, since the draft is stored for its account.
    const warn = (event: BeforeUnloadEvent) => currentAccountId() === account && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty, account])
  return { state, setState, isDirty, isRestored: isRestored && isDirty, endRestored: () => setRestored(false) }
}

type SendOptions<Item> = { path: string; schema: Decoder<z.ZodMiniType<Item>> }

/** Sends drafts, one at a time. Names of refused fields are in `fields`; the first one gets the focus. */
function useSend<Item>({ path, schema }: SendOptions<Item>) {
  const t = useTranslate()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<FieldProblems>({})
  const sending = useRef(false)
  const repeatable = useIdempotentRequest(`attempt:${path}`)
  useEffect(() => {
    if (Object.keys(fields).length > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [fields])
  const clear = () => {
    setProblem('')
    setFields({})
  }
  /** Returns null after a refusal. After a 412, `isConflict` is true and the item is the one that is stored. */
  async function send(body: object, etag: string | undefined) {
    if (sending.current) return null
    sending.current = true
    setBusy(true)
    clear()
    try {
      const sent = { path, body, etag, schema }
      const stored = await (etag === undefined
        ? repeatable(body, (headers) => saveEditedItem(client, { ...sent, headers }))
        : saveEditedItem(client, sent))
      return { isConflict: false, ...stored }
    } catch (error) {
      const current = conflictingVersion<Item>(error)
      if (current) return { isConflict: true, ...current }
      const named = fieldProblemsOf(error)
      setFields(named)
      setProblem(Object.keys(named).length > 0 ? t('editor.check_fields') : errorText(error))
      return null
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { send, isBusy, problem, fields, clear }
}

/** Draft of an item in a form. Input survives conflicts, errors and leaving the page. */
export function useEditor<Item, Draft extends object>({ path, schema, edited, ...options }: Options<Item, Draft>) {
  const { draftOf, empty, onSaved, complete = (draft) => draft } = options
  const client = useQueryClient()
  const stateOf = ({ item, etag }: ItemWithEtag<Item>) => ({ etag, saved: draftOf(item), draft: draftOf(item) })
  const [latest, setLatest] = useState(() =>
    edited ? stateOf(edited) : { etag: undefined, saved: empty, draft: empty },
  )
  const { state, setState, isDirty, isRestored, endRestored } = useUnsaved(path, latest)
  const [conflict, setConflict] = useState<{ current: ItemWithEtag<Item>; mine: Draft } | null>(null)
  const { send, clear, fields, ...status } = useSend({ path, schema })
  const { etag, saved, draft } = state

  function onStored(result: ItemWithEtag<Item>, typed: Draft) {
    const next = stateOf(result)
    setLatest(next)
    // Input typed during the request stays in the draft.
    setState((now) => (isSame(now.draft, typed) ? next : { ...next, draft: now.draft }))
    endRestored()
    if (edited) client.setQueryData(itemWithEtagQuery(path, schema).queryKey, result)
    else writeUnsavedDraft(path, null)
    void client.invalidateQueries({ queryKey: ['audit'] })
    onSaved(result)
  }

  async function store(body: Draft, base: string | undefined, typed: Draft) {
    const result = await send(body, base)
    if (!result) return
    const { isConflict, ...current } = result
    // A conflict with the same draft: an earlier request has stored it, but its response was lost.
    if (isConflict && !isSame(draftOf(current.item), body)) setConflict({ current, mine: body })
    else onStored(current, typed)
  }

  /** Ends the conflict with the other admin's version as the saved one. */
  function endConflict(current: ItemWithEtag<Item>, chosen?: Draft) {
    const theirs = stateOf(current)
    setLatest(theirs)
    setState({ ...theirs, draft: chosen ?? theirs.draft })
    setConflict(null)
    return theirs.etag
  }

  return {
    ...status,
    fields,
    draft,
    isDirty,
    /** True if the draft was restored from an earlier visit. */
    isRestored,
    errorOf: (name: string) => fields[name]?.[0],
    set: (changes: Partial<Draft>) => setState((now) => ({ ...now, draft: complete({ ...now.draft, ...changes }) })),
    etag: latest.etag,
    /** Saves the draft with `changes` of a button, such as a status. A refused save drops `changes`. */
    save: (changes: Partial<Draft> = {}) => store({ ...draft, ...changes }, etag, draft),
    /** Resets the draft to the saved item. */
    discard: () => {
      setState(latest)
      endRestored()
      clear()
    },
    /** After a 412: the other admin's version, with functions that resolve the conflict. */
    conflict: conflict && {
      base: saved,
      mine: conflict.mine,
      theirs: draftOf(conflict.current.item),
      resolve: (chosen: Draft) => {
        const resolved = complete(chosen)
        return store(resolved, endConflict(conflict.current, resolved), resolved)
      },
      discard: () => {
        endConflict(conflict.current)
        endRestored()
      },
      close: () => setConflict(null),
    },
  }
}

export type EditorState<Draft extends object> = ReturnType<typeof useEditor<never, Draft>>

/** Unsaved form input stored on the device. */
export type UnsavedDraft<Draft> = {
  /** Username of the account; other accounts on this device do not see the draft. */
  username: string
  /** ETag of the state that the draft started from; null for a new item. */
  etag: string | null
  base: Draft
  draft: Draft
}

/** Storage key. The prefix of forum drafts lets a sign-out remove it too. */
const keyOf = (path: string): StorageKey => `forum.draft:${path}`

const isCopy = ({ username, base, draft }: UnsavedDraft<unknown>) =>
  typeof username === 'string' && [base, draft].every((state) => typeof state === 'object' && state !== null)

/** Returns null if the draft belongs to another account, or has other fields than `fresh`. */
export function readUnsavedDraft<Draft extends object>(path: string, username: string, fresh: Draft) {
  const copy = parseStorage<UnsavedDraft<Draft>>(readStorage(keyOf(path)), isCopy)
  const namesOf = (state: Draft) => Object.keys(state).toSorted().join(' ')
  const isOfForm = (state: Draft) => namesOf(state) === namesOf(fresh)
  return copy?.username === username && isOfForm(copy.base) && isOfForm(copy.draft) ? copy : null
}

export function writeUnsavedDraft<Draft>(
  path: string,
  copy: UnsavedDraft<Draft> | null,
  account = currentAccountId(),
): void {
  storeUnsentText(keyOf(path), copy && canStoreTexts() ? JSON.stringify(copy) : null, account)
}
