import type { ReactNode } from 'react'
import type { AdminTestimonial } from '#shared/admin/testimonials.ts'
import type { AdminFaqItem } from '#shared/site/faq.ts'
import type { Locale } from '#shared/locale.ts'
import { faqPages } from '#shared/site/paths.ts'
import type { FaqPage } from '#shared/site/paths.ts'
import { planPlaceholders } from '#shared/subscription/placeholders.ts'
import { Field } from '../../ui/field.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EntityForm } from '../editor-form.tsx'
import { useEntityEditor } from '../entity.tsx'
import type { EntityEditor } from '../entity.tsx'
import { Select } from '../form-fields.tsx'
import { figurePlaceholders } from '#shared/library/figures.ts'
import { TextPairs } from '../text-pairs.tsx'
import type { Text, TranslatedTexts } from '../texts.ts'
import { faqConfig, testimonialConfig } from './content.ts'
import type { ContentConfig } from './content.ts'
import type { messages } from './messages.en.ts'
import { useTranslate } from './messages.ts'

type FieldName = Exclude<keyof typeof messages.content.fields, 'in'>

export function useContentFieldLabels() {
  const t = useTranslate()
  return (path: string) => {
    const [, locale, name] = /^texts\.(en|es)(?:\.(\w+))?$/.exec(path) ?? []
    const fieldOf = (key: FieldName) => t(`content.fields.${key}`)
    if (!locale) return fieldOf(path as FieldName)
    const language = fieldOf(locale as Locale)
    return name ? t('content.fields.in', { field: fieldOf(name as FieldName), locale: language }) : language
  }
}

type ContentFormProps<Item extends { id: number }, Draft extends { texts: TranslatedTexts<Text> }> = {
  config: ContentConfig<Item, Draft>
  editor: EntityEditor<Item, Draft>
  /** Fields that both languages share. */
  children: ReactNode
}

function ContentForm<Item extends { id: number }, Draft extends { texts: TranslatedTexts<Text> }>(
  props: ContentFormProps<Item, Draft>,
) {
  const { config, editor, children } = props
  const { noun, empty, texts } = config
  const t = useTranslate()
  const labelOf = useContentFieldLabels()
  return (
    <EntityForm
      editor={editor}
      back={t(`content.${noun}.back`)}
      labelOf={labelOf}
      removal={{
        label: t(`content.${noun}.remove`),
        title: t(`content.${noun}.remove_title`),
        action: t(`content.${noun}.remove`),
        note: <p>{t('content.remove_note')}</p>,
      }}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      {children}
      <TextPairs
        texts={editor.draft.texts}
        blank={empty.texts.en}
        fields={texts}
        hint={t('content.spanish_hint')}
        labelOf={labelOf}
        errorOf={editor.errorOf}
        onChange={(changed) => editor.set({ texts: changed } as Partial<Draft>)}
      />
    </EntityForm>
  )
}

export function QuestionEditor({ edited }: { edited: ItemWithEtag<AdminFaqItem> | null }) {
  const t = useTranslate()
  const editor = useEntityEditor(faqConfig, { edited, empty: faqConfig.empty, textOf: () => t('content.saved') })
  const { draft, set, errorOf } = editor
  return (
    <ContentForm config={faqConfig} editor={editor}>
      <Select
        label={t('content.fields.page')}
        value={draft.page}
        options={faqPages.map((page) => ({ value: page, name: t(`content.faq_pages.${page}`) }))}
        error={errorOf('page')}
        onChange={(page) => set({ page: page as FaqPage })}
      />
      <p className="text-sm text-muted">
        {t('content.figures_hint', { placeholders: figurePlaceholders })}{' '}
        {t('content.plans_hint', { placeholders: planPlaceholders })}
      </p>
    </ContentForm>
  )
}

export function TestimonialEditor({ edited }: { edited: ItemWithEtag<AdminTestimonial> | null }) {
  const t = useTranslate()
  const { empty } = testimonialConfig
  const editor = useEntityEditor(testimonialConfig, { edited, empty, textOf: () => t('content.saved') })
  const { draft, set, errorOf } = editor
  return (
    <ContentForm config={testimonialConfig} editor={editor}>
      <Field
        label={t('content.fields.name')}
        dir="auto"
        value={draft.name}
        error={errorOf('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={draft.is_sample}
          onChange={({ target }) => set({ is_sample: target.checked })}
        />
        {t('content.fields.is_sample')}
      </label>
    </ContentForm>
  )
}
