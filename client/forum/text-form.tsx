import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { ApiProblem, NetworkProblem } from '../app/api.ts'
import { isReachable } from '../app/connection.ts'
import { fieldProblemsOf, FormProblem } from '../app/form.tsx'
import { readStorage, writeStorage } from '../app/storage.ts'
import { useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { Field } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Editor } from './editor.tsx'
import { problemText } from './thread-context.tsx'
import type { DraftKey } from './thread-context.tsx'
import { useTranslate } from './thread-tools.messages.ts'

export type Written = {
  text: string
  title: string
  /** ms since the form was opened; unknown where it began with a text. */
  typing_ms: number | undefined
}

export type TextFormProps = {
  label: string
  submitLabel: string
  reason: string
  maxLength: number
  /** How the server calls the text. */
  field: 'body' | 'description'
  text?: string | undefined
  title?: string | undefined
  /** Where what is typed is stored until it was sent, or an edit was cancelled. */
  draft: DraftKey
  note?: ReactNode
  /** Throws what the server refuses. */
  onSubmit: (written: Written) => Promise<unknown>
  onClose: () => void
}

type Submission = { reason: string; submit: () => Promise<unknown>; keep: () => void }

function useSubmit({ reason, submit, keep }: Submission) {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [problem, setProblem] = useState('')
  const sending = useRef(false)
  const onSubmit = async () => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setFailure(null)
    setProblem('')
    try {
      await submit()
    } catch (error) {
      const isLost = error instanceof NetworkProblem && !(await isReachable())
      const isNamed = Object.keys(fieldProblemsOf(error)).length > 0
      if (error instanceof ApiProblem && error.status === 401) {
        // What is personal went with the sign-in, but this is what to log in for.
        keep()
        promptLogin(reason)
      } else if (!isNamed) setProblem(isLost ? t('offline.not_sent') : problemText(error, t('told.failed')))
      setFailure(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, errorOf: (name: string) => fieldProblemsOf(failure)[name]?.[0], onSubmit }
}

/** What is typed, and stored as long as it is neither blank nor what the form began with. */
function useStoredText(key: DraftKey, initial = '') {
  const [stored] = useState(() => readStorage(key))
  const [text, setText] = useState(stored ?? initial)
  const change = (typed: string) => {
    setText(typed)
    writeStorage(key, typed.trim() === '' || typed === initial ? null : typed)
  }
  const forget = () => writeStorage(key, null)
  return { text, change, isContinued: stored !== null, forget, keep: () => change(text) }
}

/** A text in Markdown, and a title where there is one. What was typed stays until it has been sent. */
export function TextForm({ label, submitLabel, maxLength, field, draft, note, ...props }: TextFormProps) {
  const t = useTranslate()
  const { text, ...stored } = useStoredText(draft, props.text)
  const { text: title, ...storedTitle } = useStoredText(`${draft}-title`, props.title)
  const [isEmpty, setEmpty] = useState(false)
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  const change = (typed: string) => {
    stored.change(typed)
    setEmpty(false)
  }
  const forget = () => {
    stored.forget()
    storedTitle.forget()
  }
  const keep = () => {
    stored.keep()
    storedTitle.keep()
  }
  const post = async () => {
    const isNew = !stored.isContinued && props.text === undefined
    const typing_ms = isNew ? Math.round(performance.now() - openedAt.current) : undefined
    await props.onSubmit({ text, title, typing_ms })
    forget()
    props.onClose()
  }
  const { isBusy, problem, errorOf, onSubmit } = useSubmit({ reason: props.reason, submit: post, keep })
  const cancel = () => {
    if (props.text !== undefined) forget()
    props.onClose()
  }
  const submit = () => {
    if (text.trim() === '') setEmpty(true)
    else void onSubmit()
  }
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form className="mt-3 space-y-3" onSubmit={onFormSubmit}>
      <FormProblem text={problem} />
      {props.title !== undefined && (
        <Field
          label={t('write.title')}
          value={title}
          dir="auto"
          required
          readOnly={isBusy}
          error={errorOf('title')}
          onChange={({ target }) => storedTitle.change(target.value)}
        />
      )}
      <Editor
        label={label}
        value={text}
        onChange={change}
        onSubmit={submit}
        maxLength={maxLength}
        error={isEmpty ? t('write.empty') : errorOf(field)}
        isFocused
        isBusy={isBusy}
      />
      {note && <p className="text-sm text-muted">{note}</p>}
      <p className="flex flex-wrap gap-2">
        <button type="submit" className="button" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy && <Spinner />}
          {submitLabel}
        </button>
        <button type="button" className="button button-quiet" onClick={cancel}>
          {t('dialog.cancel')}
        </button>
      </p>
    </form>
  )
}
