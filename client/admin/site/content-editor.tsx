import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { Field } from '../../ui/field.tsx'
import { ConflictDialog } from '../conflict-dialog.tsx'
import type { Edited } from '../edited.ts'
import { History } from '../history.tsx'
import { TextArea } from '../form-fields.tsx'
import { wholeTexts, withText } from '../texts.ts'
import type { Text, Texts } from '../texts.ts'
import { SaveBar } from '../save-bar.tsx'
import { useEditor } from '../use-editor.ts'
import { useSaid } from '../use-said.ts'
import { ContentRemoval } from './content-removal.tsx'
import type { ContentShape } from './content-shapes.ts'
import { contentQuery } from './content.queries.ts'
import type { messages } from './messages.en.ts'
import { useTranslate } from './messages.ts'

type Facts<Draft> = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  errorOf: (name: string) => string | undefined
}
type ContentEditorProps<Item extends { id: number }, Draft extends { texts: Texts<Text> }> = {
  shape: ContentShape<Item, Draft>
  edited: Edited<Item> | null
  /** The fields that are the same in both languages. */
  children: (facts: Facts<Draft>) => ReactNode
}

function useContentEditor<Item extends { id: number }, Draft extends { texts: Texts<Text> }>(
  { shape, edited }: ContentEditorProps<Item, Draft>,
  onSaved: () => void,
) {
  const { noun, schema, draftOf, empty } = shape
  const client = useQueryClient()
  const navigate = useNavigate()
  return useEditor({
    path: edited ? adminSitePaths.api.contentItem(noun, edited.item.id) : adminSitePaths.api.content(noun),
    schema,
    edited,
    draftOf,
    empty,
    onSaved: ({ item }) => {
      void client.invalidateQueries({ queryKey: contentQuery(shape).queryKey })
      if (edited) onSaved()
      else void navigate(adminSitePaths.contentItem(noun, item.id), { replace: true, state: { said: 'saved' } })
    },
  })
}

type FieldName = Exclude<keyof typeof messages.content.fields, 'in'>

function useLabels() {
  const t = useTranslate()
  return (way: string) => {
    const [, locale, name] = /^texts\.(en|es)(?:\.(\w+))?$/.exec(way) ?? []
    const fieldOf = (key: FieldName) => t(`content.fields.${key}`)
    if (!locale) return fieldOf(way as FieldName)
    const language = fieldOf(locale as Locale)
    return name ? t('content.fields.in', { field: fieldOf(name as FieldName), locale: language }) : language
  }
}

/** A question or a testimonial, in both languages side by side. */
export function ContentEditor<Item extends { id: number }, Draft extends { texts: Texts<Text> }>(
  props: ContentEditorProps<Item, Draft>,
) {
  const { shape, edited, children } = props
  const { noun, kind, draftOf, blank, texts } = shape
  const t = useTranslate()
  const labelOf = useLabels()
  const { notice, show } = useSaid(() => t('content.saved'))
  const editor = useContentEditor(props, () => show(t('content.saved')))
  const { draft, set, errorOf, conflict, isBusy, etag } = editor
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void editor.save()
  }
  const fieldOf = (name: (typeof texts)[number]['name'], locale: Locale, isLong = false) => {
    const value = draft.texts[locale]?.[name]
    const type = (typed: string) =>
      set({ texts: withText(draft.texts, locale, blank, { [name]: typed }) } as Partial<Draft>)
    const labelled = {
      label: labelOf(`texts.${locale}.${name}`),
      lang: locale,
      value: typeof value === 'string' ? value : '',
      error: errorOf(`texts.${locale}.${name}`) ?? (name === texts[0]?.name ? errorOf(`texts.${locale}`) : undefined),
    }
    return isLong ? (
      <TextArea key={locale} {...labelled} onChange={type} />
    ) : (
      <Field key={locale} {...labelled} dir="auto" onChange={({ target }) => type(target.value)} />
    )
  }
  return (
    <>
      <Link to={adminSitePaths.content(noun)} className="text-brand underline">
        {t(`content.${noun}.back`)}
      </Link>
      <form className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={onSubmit} noValidate>
        {children({ draft, set, errorOf })}
        <p className="text-sm text-muted">{t('content.spanish_hint')}</p>
        {texts.map(({ name, isLong }) => (
          <div key={name} className="grid items-start gap-5 md:grid-cols-2">
            {locales.map((locale) => fieldOf(name, locale, isLong))}
          </div>
        ))}
        <SaveBar editor={editor} />
      </form>
      {conflict && (
        <ConflictDialog
          conflict={{
            ...conflict,
            resolve: (chosen) => conflict.resolve({ ...chosen, texts: wholeTexts(chosen.texts, blank) }),
          }}
          isBusy={isBusy}
          labelOf={labelOf}
        />
      )}
      {edited && etag !== undefined && (
        <>
          <div className="mt-10">
            <History
              kind={kind}
              target={edited.item.id}
              labelOf={labelOf}
              onRestore={(state) => {
                set(draftOf(state as Item))
                scrollTo({ top: 0 })
              }}
            />
          </div>
          <ContentRemoval shape={shape} id={edited.item.id} etag={etag} onRemoved={editor.discard} />
        </>
      )}
      {notice}
    </>
  )
}
