import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldProblems } from '#shared/problem.ts'
import type { Decoder } from '../app/api.ts'
import { useErrorText } from '../app/error-text.ts'
import { fieldProblemsOf } from '../app/form.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { currentAccount, pageOwner } from '../app/session/session.ts'
import { canStoreTexts, storeText } from '../app/unsent-text.ts'
import { useRepeatable } from '../app/use-repeatable.ts'
import { parseStorage, readStorage } from '../app/storage.ts'
import type { StorageKey } from '../app/storage.ts'
import { currentOf, editedQuery, saveEdited } from './edited.ts'
import type { WithEtag } from './edited.ts'
import { useTranslate } from './messages.ts'

type Options<Item, Draft extends object> = {
  /** Of the API: of the item, or of the list that a new one joins. Another one needs another `key` of the component. */
  path: string
  schema: Decoder<z.ZodMiniType<Item>>
  /** What was read; none: something new. */
  edited: WithEtag<Item> | null
  /** What of an item is edited, as it is sent: always with the same fields, in the same order. */
  draftOf: (item: Item) => Draft
  /** The draft with every field of the form, after a choice between two versions left some out. */
  complete?: ((draft: Draft) => Draft) | undefined
  /** Where something new starts from. */
  empty: Draft
  onSaved: (edited: WithEtag<Item>) => void
}

type State<Draft> = { etag: string | undefined; saved: Draft; draft: Draft }

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** What was typed and not saved stays on the device until it is, or is given up; leaving the site warns. */
function useUnsaved<Draft extends object>(path: string, fresh: State<Draft>) {
  const { data: me } = useQuery(meQuery)
  const [username] = useState(me?.username)
  const [account] = useState(pageOwner)
  const [found] = useState(() => (username === undefined ? null : readUnsaved(path, username, fresh.saved)))
  const [isRestored, setRestored] = useState(found !== null)
  const [state, setState] = useState<State<Draft>>(
    found ? { etag: found.etag ?? undefined, saved: found.base, draft: found.draft } : fresh,
  )
  const { etag, saved, draft } = state
  const isDirty = !isSame(draft, saved)
  useEffect(() => {
    if (username === undefined) return
    writeUnsaved(path, isDirty ? { username, etag: etag ?? null, base: saved, draft } : null, account)
  }, [path, username, account, etag, saved, draft, isDirty])
  useEffect(() => {
    if (!isDirty) return
    // Stored for its account by then, and to be seen by nobody else.
    const warn = (event: BeforeUnloadEvent) => currentAccount() === account && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty, account])
  return { state, setState, isDirty, isRestored: isRestored && isDirty, endRestored: () => setRestored(false) }
}

/** A form's draft of an item: nothing of it is lost when somebody else was faster, the server refuses it, or the page is left by mistake. */
export function useEditor<Item, Draft extends object>({ path, schema, edited, ...options }: Options<Item, Draft>) {
  const t = useTranslate()
  const errorText = useErrorText()
  const client = useQueryClient()
  const stateOf = ({ item, etag }: WithEtag<Item>) => ({
    etag,
    saved: options.draftOf(item),
    draft: options.draftOf(item),
  })
  const [latest, setLatest] = useState(() =>
    edited ? stateOf(edited) : { etag: undefined, saved: options.empty, draft: options.empty },
  )
  const { state, setState, isDirty, isRestored, endRestored } = useUnsaved(path, latest)
  const [conflict, setConflict] = useState<{ current: WithEtag<Item>; mine: Draft } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<FieldProblems>({})
  const sending = useRef(false)
  const repeatable = useRepeatable(`attempt:${path}`)
  useEffect(() => {
    if (Object.keys(fields).length > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [fields])

  function onRefused(error: unknown, mine: Draft, typed: Draft) {
    const current = currentOf<Item>(error)
    // An earlier try, whose answer was lost, has stored it.
    if (current && isSame(options.draftOf(current.item), mine)) return onStored(current, typed)
    if (current) return setConflict({ current, mine })
    const named = fieldProblemsOf(error)
    setFields(named)
    if (Object.keys(named).length > 0) return setProblem(t('editor.check_fields'))
    setProblem(errorText(error))
  }

  function onStored(result: WithEtag<Item>, typed: Draft) {
    const next = stateOf(result)
    setLatest(next)
    // What was typed while it was on its way stays.
    setState((now) => (isSame(now.draft, typed) ? next : { ...next, draft: now.draft }))
    endRestored()
    if (edited) client.setQueryData(editedQuery(path, schema).queryKey, result)
    else writeUnsaved(path, null)
    void client.invalidateQueries({ queryKey: ['audit'] })
    options.onSaved(result)
  }

  async function send(body: Draft, { etag, typed }: { etag: string | undefined; typed: Draft }) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setProblem('')
    setFields({})
    try {
      const sent = { path, body, etag, schema }
      const stored = await (etag === undefined
        ? repeatable(body, (headers) => saveEdited(client, { ...sent, headers }))
        : saveEdited(client, sent))
      onStored(stored, typed)
    } catch (error) {
      onRefused(error, body, typed)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const { etag, saved, draft } = state
  return {
    draft,
    isDirty,
    /** Whether the draft was found on the device, from an earlier visit. */
    isRestored,
    isBusy,
    problem,
    /** By the names of the fields. */
    fields,
    errorOf: (name: string) => fields[name]?.[0],
    set: (changes: Partial<Draft>) => setState((now) => ({ ...now, draft: { ...now.draft, ...changes } })),
    /** Of what is saved; none: something new. */
    etag: latest.etag,
    /** The draft; `changes` are what a button of its own adds, as a status, and stay out of a draft that is refused. */
    save: (changes: Partial<Draft> = {}) => send({ ...draft, ...changes }, { etag, typed: draft }),
    /** Back to what is saved. */
    discard: () => {
      setState(latest)
      endRestored()
      setProblem('')
      setFields({})
    },
    /** What somebody else has made of it meanwhile, and what to do about it. */
    conflict: conflict && {
      base: saved,
      mine: conflict.mine,
      theirs: options.draftOf(conflict.current.item),
      resolve: (chosen: Draft) => {
        const resolved = options.complete?.(chosen) ?? chosen
        const theirs = stateOf(conflict.current)
        setLatest(theirs)
        setState({ ...theirs, draft: resolved })
        setConflict(null)
        return send(resolved, { etag: theirs.etag, typed: resolved })
      },
      discard: () => {
        const theirs = stateOf(conflict.current)
        setLatest(theirs)
        setState(theirs)
        setConflict(null)
        endRestored()
      },
      close: () => setConflict(null),
    },
  }
}

export type Editor<Draft extends object> = ReturnType<typeof useEditor<never, Draft>>

/** What this device has of a form that was left before it was saved. */
export type UnsavedCopy<Draft> = {
  /** Whose it is: nobody else who signs in here is shown it. */
  username: string
  /** Of the state that it goes on from; none: something new. */
  etag: string | null
  base: Draft
  draft: Draft
}

/** Of the family of drafts, which go as somebody signs out. */
const keyOf = (path: string): StorageKey => `forum.draft:${path}`

const isCopy = ({ username, base, draft }: UnsavedCopy<unknown>) =>
  typeof username === 'string' && [base, draft].every((state) => typeof state === 'object' && state !== null)

/** Null where it is somebody else's, or of a form with other fields than `fresh` has. */
export function readUnsaved<Draft extends object>(path: string, username: string, fresh: Draft) {
  const copy = parseStorage<UnsavedCopy<Draft>>(readStorage(keyOf(path)), isCopy)
  const isOfForm = (state: Draft) => Object.keys(state).join(' ') === Object.keys(fresh).join(' ')
  return copy?.username === username && isOfForm(copy.base) && isOfForm(copy.draft) ? copy : null
}

export function writeUnsaved<Draft>(path: string, copy: UnsavedCopy<Draft> | null, account = currentAccount()): void {
  storeText(keyOf(path), copy && canStoreTexts() ? JSON.stringify(copy) : null, account)
}
