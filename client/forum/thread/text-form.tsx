import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { minFillingMs } from '#shared/forum/schema.ts'
import { ApiProblem, NetworkProblem } from '../../app/api.ts'
import { isReachable } from '../../app/connection.ts'
import { fieldProblemsOf, FormProblem } from '../../app/form.tsx'
import { preservePage, pageAccountId } from '../../app/session/session.ts'
import { readStorage } from '../../app/storage.ts'
import { canStoreTexts, storeUnsentText } from '../../app/unsent-text.ts'
import { useLoginPrompt } from '../../dialogs/dialog-provider.tsx'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { problemText } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'

export type TextFormResult = {
  text: string
  title: string
  /** Time from opening to sending in ms. Undefined if an existing text is edited. */
  typing_ms: number | undefined
}

export type TextFormProps = {
  label: string
  submitLabel: string
  reason: string
  maxLength: number
  /** Name of the text's field in problems of the API. */
  field: 'body' | 'description'
  text?: string | undefined
  title?: string | undefined
  /** Storage key of the unsent text. */
  draft: `forum.comment:${string}`
  note?: ReactNode
  thread: string
  onSubmit: (written: TextFormResult) => Promise<unknown>
  onClose: () => void
}

/** Event `quote` of the window. A form that inserts the text prevents its default. */
export type QuoteEvent = { draft: TextFormProps['draft']; text: string }

function useQuotes(draft: TextFormProps['draft'], add: (text: string) => void) {
  const form = useRef<HTMLFormElement>(null)
  const onQuote = useEffectEvent((event: CustomEvent<QuoteEvent>) => {
    if (event.detail.draft !== draft) return
    event.preventDefault()
    add(event.detail.text)
    form.current?.querySelector('textarea')?.focus()
  })
  useEffect(() => {
    const onQuoteEvent = (event: Event) => onQuote(event as CustomEvent<QuoteEvent>)
    addEventListener('quote', onQuoteEvent)
    return () => removeEventListener('quote', onQuoteEvent)
  }, [])
  return form
}

function useSubmit(reason: string, submit: () => Promise<unknown>, storeForLogIn: () => void) {
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
        storeForLogIn()
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

type TextDraft = { text: string | null; title: string | null }

function useTextDraft(key: TextFormProps['draft'], original: TextDraft) {
  const titleKey = `${key}-title` as const
  const [stored] = useState<TextDraft>(() => ({ text: readStorage(key), title: readStorage(titleKey) }))
  const [account] = useState(pageAccountId)
  const store = ({ text, title }: TextDraft) => {
    storeUnsentText(key, text?.trim() === '' || text === original.text ? null : text, account)
    storeUnsentText(titleKey, title === original.title ? null : title, account)
  }
  return { stored, store, drop: () => store(original) }
}

/** Form for a Markdown text, with a title field if `title` is set. Input is stored until it is sent. */
export function TextForm({ label, submitLabel, reason, maxLength, field, draft, note, ...props }: TextFormProps) {
  const t = useTranslate()
  const original = { text: props.text ?? null, title: props.title ?? null }
  const { stored, store, drop } = useTextDraft(draft, original)
  const [text, setText] = useState(stored.text ?? props.text ?? '')
  const [title, setTitle] = useState(stored.title ?? props.title ?? '')
  const [isEmpty, setEmpty] = useState(false)
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  useEffect(preservePage, [])
  const isEdit = props.text !== undefined
  const typed = (changes: Partial<Record<'text' | 'title', string>>) => {
    const next = { text, title: props.title === undefined ? null : title, ...changes }
    if (canStoreTexts()) store(next)
    setText(next.text)
    setTitle(next.title ?? '')
    setEmpty(false)
  }
  const { isBusy, problem, errorOf, onSubmit } = useSubmit(
    reason,
    async () => {
      // A stored text was typed before this visit, so the minimum time is added.
      const before = stored.text === null ? 0 : minFillingMs
      const typing_ms = isEdit ? undefined : before + Math.round(performance.now() - openedAt.current)
      await props.onSubmit({ text, title, typing_ms })
      drop()
      props.onClose()
    },
    () => store({ text, title: props.title === undefined ? null : title }),
  )
  // Ignores quotes during a request, since the form closes after it.
  const form = useQuotes(
    draft,
    (quote) => !isBusy && typed({ text: text.trim() ? `${text.trimEnd()}\n\n${quote}` : quote }),
  )
  const submit = () => {
    if (text.trim() === '') setEmpty(true)
    else void onSubmit()
  }
  const cancel = () => {
    if (isEdit) drop()
    props.onClose()
  }
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form ref={form} data-draft={draft} className="my-3 space-y-3" onSubmit={onFormSubmit}>
      <FormProblem text={problem} />
      {props.title !== undefined && (
        <Field
          label={t('write.title')}
          value={title}
          dir="auto"
          required
          readOnly={isBusy}
          error={errorOf('title')}
          onChange={({ target }) => typed({ title: target.value })}
        />
      )}
      <MarkdownEditor
        label={label}
        value={text}
        onChange={(next) => typed({ text: next })}
        onSubmit={submit}
        maxLength={maxLength}
        isBusy={isBusy}
        error={isEmpty ? t('write.empty') : errorOf(field)}
        isFocused
        thread={props.thread}
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
