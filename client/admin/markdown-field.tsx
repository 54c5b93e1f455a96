import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { maxPostBody } from '#shared/admin/posts.ts'
import { RenderedMarkdown } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { send } from '../app/api.ts'
import { CharacterCount } from '../forum/editor/character-count.tsx'
import { applyEdit, editForKey, EditorToolbar } from '../forum/editor/editor-toolbar.tsx'
import type { MarkdownEdit } from '../forum/editor/markdown-edits.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { FileButton, usePictureUpload } from './picture-field.tsx'

const debounceMs = 700

const markdownPreviewQuery = (text: string) =>
  queryOptions({
    queryKey: ['admin', 'preview', text],
    queryFn: ({ client, signal }) =>
      send(client, 'POST', adminNewsPaths.api.preview, {
        body: { text },
        schema: import.meta.env.DEV && RenderedMarkdown,
        isBackground: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  })

function Preview({ text, locale }: { text: string; locale: Locale }) {
  const t = useTranslate()
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  const isEnabled = debounced.trim() !== '' && debounced.length <= maxPostBody
  const { data, isError, isFetching } = useQuery({ ...markdownPreviewQuery(debounced), enabled: isEnabled })
  const isEmpty = text.trim() === ''
  return (
    <>
      {isEmpty && <p className="text-muted">{t('markdown.empty')}</p>}
      {!isEmpty && isError && <p className="text-muted">{t('markdown.failed')}</p>}
      {!isEmpty && !isError && data && (
        <div className="prose" dir="auto" lang={locale} dangerouslySetInnerHTML={{ __html: data.html }} />
      )}
      {isFetching && <Spinner className="absolute top-2 right-2" />}
    </>
  )
}

type ViewTabsProps = { label: string; isPreview: boolean; onChange: (isPreview: boolean) => void }

/** Switch between text and preview, on narrow screens. */
function ViewTabs({ label, isPreview, onChange }: ViewTabsProps) {
  const t = useTranslate()
  return (
    <fieldset aria-label={`${label}: ${t('markdown.view')}`} className="mb-1.5 flex gap-1.5 lg:hidden">
      {([false, true] as const).map((one) => (
        <button
          key={String(one)}
          type="button"
          className="tab"
          aria-pressed={isPreview === one}
          onClick={() => onChange(one)}
        >
          {t(one ? 'markdown.preview' : 'markdown.write')}
        </button>
      ))}
    </fieldset>
  )
}

/** Edits of the toolbar and their keys; Ctrl or Cmd with Enter submits. */
function useEdits(area: RefObject<HTMLTextAreaElement | null>, onChange: (text: string) => void, onSubmit: () => void) {
  const t = useTranslate()
  const edit = (kind: MarkdownEdit) =>
    applyEdit(area.current, kind, { text: t('markdown.sample'), address: 'https://' }, onChange)
  const onKeyDown = (event: KeyboardEvent) => {
    const kind = editForKey(event)
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if ((!kind && !isSubmit) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (kind) edit(kind)
    else onSubmit()
  }
  return { edit, onKeyDown }
}

type MarkdownFieldProps = {
  label: string
  locale: Locale
  value: string
  error: string | undefined
  onChange: (text: string) => void
  onSubmit: () => void
}

/** Markdown field with a preview beside it, or instead of it on narrow screens. */
export function MarkdownField({ label, locale, value, error, onChange, onSubmit }: MarkdownFieldProps) {
  const t = useTranslate()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreview, setPreview] = useState(false)
  const { upload, isBusy, problem } = usePictureUpload(({ url }) => {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {}
    const picture = `![${t('markdown.picture')}](${url})`
    onChange(value.slice(0, selectionStart) + picture + value.slice(selectionEnd))
  }, t('markdown.upload_failed'))
  const { edit, onKeyDown } = useEdits(area, onChange, onSubmit)
  const note = error ?? problem
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <FileButton
          label={t('markdown.insert')}
          isBusy={isBusy}
          className="tab"
          onChoose={(file) => void upload(file)}
        />
      </div>
      <ViewTabs label={label} isPreview={isPreview} onChange={setPreview} />
      <div className="grid gap-3 lg:grid-cols-2">
        <div
          className={`field p-0 focus-within:outline-2 focus-within:outline-brand has-aria-invalid:border-danger lg:block ${isPreview ? 'hidden' : ''}`}
        >
          <EditorToolbar areaId={id} onEdit={edit} />
          <textarea
            ref={area}
            id={id}
            dir="auto"
            lang={locale}
            value={value}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={`${id}-note ${id}-count`}
            className="block field-sizing-content max-h-[70dvh] min-h-80 w-full resize-y px-3 py-2 outline-none"
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <section
          aria-label={`${label}: ${t('markdown.preview')}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
          tabIndex={0}
          className={`relative max-h-[75dvh] min-h-80 overflow-y-auto rounded-[0.625rem] border border-line bg-surface p-4 lg:block ${isPreview ? '' : 'hidden'}`}
        >
          <Preview text={value} locale={locale} />
        </section>
      </div>
      <div id={`${id}-note`}>{note && <p className="mt-1 text-sm text-danger">{note}</p>}</div>
      <CharacterCount id={`${id}-count`} text={value} maxLength={maxPostBody} />
    </div>
  )
}
