import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldProblems } from '#shared/problem.ts'
import { NetworkProblem } from '../app/api.ts'
import type { Decoder } from '../app/api.ts'
import { fieldProblemsOf } from '../app/form.tsx'
import { useTranslate } from './messages.ts'
import { currentOf, editedQuery, saveEdited } from './edited.ts'
import type { Edited } from './edited.ts'

type Options<Item, Draft extends object> = {
  /** Of the API: of the item, or of the list that a new one joins. */
  path: string
  schema: Decoder<z.ZodMiniType<Item>>
  /** What was read; none: something new. */
  edited: Edited<Item> | null
  /** What of an item is edited, as it is sent. */
  draftOf: (item: Item) => Draft
  /** Where something new starts from. */
  empty: Draft
  onSaved: (edited: Edited<Item>) => void
}

/** A form's draft of an item: nothing of it is lost when somebody else was faster, the server refuses it, or the page is left by mistake. */
export function useEditor<Item, Draft extends object>({ path, schema, edited, ...options }: Options<Item, Draft>) {
  const t = useTranslate()
  const client = useQueryClient()
  const [base, setBase] = useState(edited)
  const saved = base ? options.draftOf(base.item) : options.empty
  const [draft, setDraft] = useState<Draft>(saved)
  const [conflict, setConflict] = useState<Edited<Item> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<FieldProblems>({})
  const sending = useRef(false)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])

  function refused(error: unknown) {
    const current = currentOf<Item>(error)
    if (current) return setConflict(current)
    const named = fieldProblemsOf(error)
    setFields(named)
    if (Object.keys(named).length > 0) return setProblem(t('editor.check_fields'))
    setProblem(error instanceof NetworkProblem ? t('offline.not_sent') : (error as Error).message)
  }

  async function send(body: Draft, etag: string | undefined) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setProblem('')
    setFields({})
    try {
      const result = await saveEdited(client, { path, body, etag, schema })
      setBase(result)
      setDraft(options.draftOf(result.item))
      setConflict(null)
      if (base) client.setQueryData(editedQuery(path, schema).queryKey, result)
      options.onSaved(result)
    } catch (error) {
      refused(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    draft,
    isDirty,
    isBusy,
    problem,
    errorOf: (name: string) => fields[name]?.[0],
    set: (changes: Partial<Draft>) => setDraft((former) => ({ ...former, ...changes })),
    save: () => send(draft, base?.etag),
    /** What somebody else has made of it meanwhile, and what to do about it. */
    conflict: conflict && {
      mine: draft,
      theirs: options.draftOf(conflict.item),
      resolve: (resolved: Draft) => send(resolved, conflict.etag),
      discard: () => {
        setBase(conflict)
        setDraft(options.draftOf(conflict.item))
        setConflict(null)
      },
      close: () => setConflict(null),
    },
  }
}
