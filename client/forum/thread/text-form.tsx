import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { commentLengths, descriptionLengths, minFillingMs } from '#shared/forum/schema.ts'
import { ApiProblem } from '../../app/api.ts'
import { fieldProblemsOf, FormProblem, useForm } from '../../app/form.tsx'
import { preservePage, pageAccountId } from '../../app/session/session.ts'
import { readStorage } from '../../app/storage.ts'
import { canStoreTexts, storeUnsentText } from '../../app/unsent-text.ts'
import { useLoginPrompt } from '../../dialogs/dialog-provider.tsx'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { problemText, useThread } from './thread-context.tsx'
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
  /** Name of the text's field in problems of the API. */
  field: 'body' | 'description'
  text?: string | undefined
  title?: string | undefined
  /** Storage key of the unsent text. */
  draft: `forum.comment:${string}`
  note?: ReactNode
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

const maxLengths = { body: commentLengths.max, description: descriptionLengths.max }

type TextInput = { text: string; title: string }

/** Input of the form, stored on the device until it is sent. */
function useStoredInput(key: TextFormProps['draft'], original: TextInput) {
  const titleKey = `${key}-title` as const
  const [account] = useState(pageAccountId)
  const [stored] = useState(() => ({ text: readStorage(key), title: readStorage(titleKey) }))
  const [input, setInput] = useState({ text: stored.text ?? original.text, title: stored.title ?? original.title })
  const store = ({ text, title }: TextInput) => {
    storeUnsentText(key, text.trim() === '' || text === original.text ? null : text, account)
    storeUnsentText(titleKey, title === original.title ? null : title, account)
  }
  const change = (changes: Partial<TextInput>) => {
    const next = { ...input, ...changes }
    if (canStoreTexts()) store(next)
    setInput(next)
  }
  const isRestored = stored.text !== null
  return { ...input, isRestored, change, store: () => store(input), drop: () => store(original) }
}

type SubmitOptions = Pick<TextFormProps, 'reason' | 'onSubmit' | 'onClose'> & {
  input: ReturnType<typeof useStoredInput>
  isEdit: boolean
}

function useSubmit({ input, isEdit, reason, onSubmit, onClose }: SubmitOptions) {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const [openedAt] = useState(() => performance.now())
  const submit = async () => {
    // A stored text was typed before this visit, so the minimum time is added.
    const before = input.isRestored ? minFillingMs : 0
    const typing_ms = isEdit ? undefined : before + Math.round(performance.now() - openedAt)
    try {
      await onSubmit({ text: input.text, title: input.title, typing_ms })
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error
      input.store()
      return promptLogin(reason)
    }
    input.drop()
    onClose()
  }
  const messageFor = (error: unknown) =>
    Object.keys(fieldProblemsOf(error)).length > 0 ? '' : problemText(error, t('told.failed'))
  const form = useForm(submit, messageFor)
  const [isEmpty, setEmpty] = useState(false)
  const onFormSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (input.text.trim() !== '') return form.onSubmit(event)
    event.preventDefault()
    setEmpty(true)
  }
  const change = (changes: Partial<TextInput>) => {
    input.change(changes)
    setEmpty(false)
  }
  return { ...form, onSubmit: onFormSubmit, isEmpty, change }
}

function FormButtons({ label, isBusy, onCancel }: { label: string; isBusy: boolean; onCancel: () => void }) {
  const t = useTranslate()
  return (
    <p className="flex flex-wrap gap-2">
      <button type="submit" className="button" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <Spinner />}
        {label}
      </button>
      <button type="button" className="button button-quiet" onClick={onCancel}>
        {t('dialog.cancel')}
      </button>
    </p>
  )
}

/** Form for a Markdown text, with a title field if `title` is set. Input is stored until it is sent. */
export function TextForm({ label, submitLabel, field, draft, note, onClose, ...props }: TextFormProps) {
  const t = useTranslate()
  const { meta_slug } = useThread().thread
  const input = useStoredInput(draft, { text: props.text ?? '', title: props.title ?? '' })
  const isEdit = props.text !== undefined
  const { isBusy, problem, isEmpty, errorOf, change, onSubmit } = useSubmit({ input, isEdit, ...props, onClose })
  useEffect(preservePage, [])
  // Ignores quotes during a request, since the form closes after it.
  const form = useQuotes(
    draft,
    (quote) => !isBusy && change({ text: input.text.trim() ? `${input.text.trimEnd()}\n\n${quote}` : quote }),
  )
  const cancel = () => {
    if (isEdit) input.drop()
    onClose()
  }
  return (
    <form ref={form} data-draft={draft} className="my-3 space-y-3" onSubmit={onSubmit}>
      <FormProblem text={problem} />
      {props.title !== undefined && (
        <Field
          label={t('write.title')}
          value={input.title}
          dir="auto"
          required
          readOnly={isBusy}
          error={errorOf('title')}
          onChange={({ target }) => change({ title: target.value })}
        />
      )}
      <MarkdownEditor
        label={label}
        value={input.text}
        onChange={(text) => change({ text })}
        onSubmit={() => form.current?.requestSubmit()}
        maxLength={maxLengths[field]}
        isBusy={isBusy}
        error={isEmpty ? t('write.empty') : errorOf(field)}
        isFocused
        thread={meta_slug}
      />
      {note && <p className="text-sm text-muted">{note}</p>}
      <FormButtons label={submitLabel} isBusy={isBusy} onCancel={cancel} />
    </form>
  )
}
