import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Spinner } from '../../ui/spinner.tsx'
import { island } from '../../app/island.tsx'
import { isSignedIn } from '../../app/session/viewer.ts'
import { textPreviewQuery } from './preview.queries.ts'
import { CharacterCount } from './character-count.tsx'
import { applyEdit, editForKey, EditorToolbar, isCommandKey, replaceText } from './editor-toolbar.tsx'
import { useTranslate } from './messages.ts'
import type { MarkdownEdit } from './markdown-edits.ts'
import { useMention } from './use-mention.ts'
import type { Mention } from './use-mention.ts'

export type EditorProps = {
  label: string
  isLabelHidden?: boolean
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
  /** Limit in characters. The field accepts longer text and shows an error, so that a paste is not cut. */
  maxLength: number
  error?: string | undefined
  /** True: the preview is beside the text in windows of at least 768 px. Otherwise it replaces the text. */
  hasPreviewBeside?: boolean
  isFocused?: boolean
  isBusy?: boolean
  className?: string
  thread?: string | undefined
}

const MentionList = island(async () => (await import('./mention-list.tsx')).MentionList)

const wide = '(width >= 48rem)'
const subscribe = (changed: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
const useIsWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  )

type ViewsProps = { isPreview: boolean; onChoose: (isPreview: boolean) => void }

function Views({ isPreview, onChoose }: ViewsProps) {
  const t = useTranslate()
  return (
    <fieldset aria-label={t('editor.view')} className="flex gap-1.5">
      <button type="button" className="tab" aria-pressed={!isPreview} onClick={() => onChoose(false)}>
        {t('editor.write')}
      </button>
      <button type="button" className="tab" aria-pressed={isPreview} onClick={() => onChoose(true)}>
        {t('editor.preview')}
      </button>
    </fieldset>
  )
}

type TextBoxProps = EditorProps & { id: string; isHidden: boolean }

/** Handlers of the textarea: Markdown edits by key and button, mentions, and the key that submits. */
function useTextEdits({ onChange, onSubmit, isBusy }: Pick<EditorProps, 'onChange' | 'onSubmit' | 'isBusy'>) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const mentions = useMention()
  const edit = (kind: MarkdownEdit) => {
    if (!isBusy) applyEdit(area.current, kind, { text: t('editor.sample'), address: 'https://' }, onChange)
  }
  const insertMention = ({ area: field, start, end }: Mention, username: string) => {
    const text = `@${username} `
    const selection: [number, number] = [start + text.length, start + text.length]
    replaceText(field, { start, end, text, selection }, onChange)
    mentions.end()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const kind = editForKey(event)
    const isSubmit = event.key === 'Enter' && isCommandKey(event)
    if ((!kind && !isSubmit) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (kind) edit(kind)
    else onSubmit()
  }
  return { area, mentions, edit, insertMention, onKeyDown }
}

function TextBox({ id, isHidden, value, onChange, error, isFocused, isBusy, className, ...options }: TextBoxProps) {
  const { area, mentions, edit, insertMention, onKeyDown } = useTextEdits({ onChange, isBusy, ...options })
  const { mention } = mentions
  useEffect(() => {
    if (!isFocused) return
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [area, isFocused])
  return (
    <div
      className={`field relative p-0 focus-within:outline-2 focus-within:outline-brand has-aria-invalid:border-danger ${isHidden ? 'hidden' : ''}`}
    >
      <EditorToolbar areaId={id} onEdit={edit} />
      <textarea
        ref={area}
        id={id}
        dir="auto"
        value={value}
        readOnly={isBusy}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-note ${id}-count`}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        className={`block w-full resize-y field-sizing-content max-h-[60dvh] px-3 py-2 outline-none ${className}`}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          mentions.read(currentTarget)
        }}
        onSelect={({ currentTarget }) => mentions.follow(currentTarget)}
        onBlur={mentions.end}
        onKeyDown={onKeyDown}
      />
      {mention && isSignedIn() && (
        <MentionList
          area={mention.area}
          typed={mention.typed}
          thread={options.thread}
          onChoose={(username) => insertMention(mention, username)}
          onClose={mentions.dismiss}
        />
      )}
    </div>
  )
}

export function EditorField({ isLabelHidden, hasPreviewBeside, className = 'min-h-32', ...props }: EditorProps) {
  const { label, value, maxLength, error } = props
  const id = useId()
  const [isPreviewing, setPreviewing] = useState(false)
  const [shownError, setShownError] = useState(error)
  // A new error switches from the preview to the text.
  if (error !== shownError) {
    setShownError(error)
    setPreviewing(false)
  }
  const isBeside = useIsWide() && hasPreviewBeside === true
  const isPreview = isPreviewing && !isBeside
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'block font-semibold'}>
          {label}
        </label>
        {!isBeside && <Views isPreview={isPreview} onChoose={setPreviewing} />}
      </div>
      <div className={isBeside ? 'grid grid-cols-2 gap-3' : ''}>
        <TextBox {...props} id={id} isHidden={isPreview} className={className} />
        {(isPreview || isBeside) && (
          <EditorPreview
            text={value}
            maxLength={maxLength}
            className={`max-h-[70dvh] overflow-y-auto rounded-[0.625rem] border border-line bg-surface p-3 ${className}`}
          />
        )}
      </div>
      <div id={`${id}-note`}>{error && <p className="mt-1 text-sm text-danger">{error}</p>}</div>
      <CharacterCount id={`${id}-count`} text={value} maxLength={maxLength} />
    </div>
  )
}

/** Debounce of the preview in ms. A fast writer sends about 60 requests a minute, within the limit `writing`. */
const debounceMs = 700

function useDebouncedText(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

type PreviewProps = { text: string; maxLength: number; className: string }

function EditorPreview({ text, maxLength, className }: PreviewProps) {
  const t = useTranslate()
  const id = useId()
  const rested = useDebouncedText(text).trim()
  const isRequested = rested !== '' && rested.length <= maxLength
  const { data, isError, isFetching } = useQuery({ ...textPreviewQuery(rested), enabled: isRequested })
  const isEmpty = text.trim() === ''
  return (
    <section aria-labelledby={id} aria-busy={isFetching} className={`relative ${className}`}>
      <h2 id={id} className="sr-only">
        {t('editor.preview')}
      </h2>
      {isEmpty && <p className="text-muted">{t('editor.preview_empty')}</p>}
      {!isEmpty && isError && <p className="text-muted">{t('editor.preview_failed')}</p>}
      {!isEmpty && !isError && data && (
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: data.html }} />
      )}
      {isFetching && <Spinner className="absolute top-2 right-2" />}
    </section>
  )
}
