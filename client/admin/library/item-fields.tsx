import { useQuery } from '@tanstack/react-query'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import type { LengthTag } from '#shared/library/schema.ts'
import { Field } from '../../ui/field.tsx'
import { CheckboxGroup, Select } from '../form-fields.tsx'
import { TextPairs } from '../text-pairs.tsx'
import type { TextField } from '../text-pairs.tsx'
import type { Text, TranslatedTexts } from '../texts.ts'
import { blankTexts } from './editor-config.ts'
import type { LibraryDrafts } from './editor-config.ts'
import { optionsOf, ParentField, TierField, UseCaseField } from './form-fields.tsx'
import type { FieldsProps } from './form-fields.tsx'
import { LabelFields } from './label-fields.tsx'
import { allRowsQuery } from './library.queries.ts'
import { TestRecordFields } from './test-record-fields.tsx'
import { useTranslate } from './messages.ts'
import { useFieldLabels } from './use-field-labels.ts'

type FieldsOf<Noun extends LibraryNoun> = FieldsProps<LibraryDrafts[Noun]>

type TextFieldsProps<One extends Text> = FieldsProps<{ texts: TranslatedTexts<One> }> & {
  blank: One
  fields: readonly TextField[]
}

export function TextFields<One extends Text>({ draft, set, errorOf, blank, fields }: TextFieldsProps<One>) {
  const t = useTranslate()
  const labelOf = useFieldLabels()
  return (
    <section aria-label={t('fields.texts')} className="grid gap-5">
      <TextPairs
        texts={draft.texts}
        hint={t('fields.spanish_hint')}
        onChange={(texts) => set({ texts })}
        {...{ blank, fields, labelOf, errorOf }}
      />
    </section>
  )
}

type IdsFieldProps = {
  name: 'model_ids' | 'tag_ids'
  ids: number[]
  error: string | undefined
  onChange: (ids: number[]) => void
}

function IdsField({ name, ...field }: IdsFieldProps) {
  const t = useTranslate()
  const { data } = useQuery(allRowsQuery(name === 'tag_ids' ? 'tags' : 'models'))
  return <CheckboxGroup legend={t(`fields.${name}`)} options={data && optionsOf(data)} {...field} />
}

const facts = 'grid items-start gap-5 md:grid-cols-2'

export function PromptFields({ draft, set, errorOf }: FieldsOf<'prompts'>) {
  const t = useTranslate()
  const lines = t('fields.lines')
  return (
    <>
      <div className={facts}>
        <UseCaseField
          id={draft.use_case_id}
          error={errorOf('use_case_id')}
          onChange={(use_case_id) => set({ use_case_id })}
        />
        <TierField {...{ draft, set, errorOf }} />
        <Select
          label={t('fields.length_tag')}
          value={draft.length_tag ?? ''}
          none={t('lengths.auto')}
          options={(['short', 'medium', 'long', 'unknown'] as const).map((value) => ({
            value,
            name: t(`lengths.${value}`),
          }))}
          error={errorOf('length_tag')}
          onChange={(length) => set({ length_tag: (length || null) as LengthTag | null })}
        />
      </div>
      <TextFields
        {...{ draft, set, errorOf }}
        blank={blankTexts.prompts}
        fields={[
          { name: 'title' },
          { name: 'short_description', isLong: true },
          { name: 'content', isLong: true },
          { name: 'how_to_use', isLong: true, hint: lines },
          { name: 'known_issues', isLong: true, hint: lines },
          { name: 'example', isLong: true },
        ]}
      />
      <LabelFields texts={draft.texts} errorOf={errorOf} onChange={(texts) => set({ texts })} />
      <IdsField
        name="model_ids"
        ids={draft.model_ids}
        error={errorOf('model_ids')}
        onChange={(model_ids) => set({ model_ids })}
      />
      <IdsField
        name="tag_ids"
        ids={draft.tag_ids}
        error={errorOf('tag_ids')}
        onChange={(tag_ids) => set({ tag_ids })}
      />
      <TestRecordFields
        records={draft.test_records}
        errorOf={errorOf}
        onChange={(test_records) => set({ test_records })}
      />
    </>
  )
}

export function UseCaseFields({ draft, set, errorOf }: FieldsOf<'use-cases'>) {
  const t = useTranslate()
  const { data } = useQuery(allRowsQuery('categories'))
  return (
    <>
      <div className={facts}>
        <ParentField
          label={t('fields.category_id')}
          rows={data}
          id={draft.category_id}
          error={errorOf('category_id')}
          onChange={(category_id) => set({ category_id })}
        />
        <TierField {...{ draft, set, errorOf }} />
      </div>
      <TextFields {...{ draft, set, errorOf }} blank={blankTexts['use-cases']} fields={[{ name: 'title' }]} />
    </>
  )
}

export function CategoryFields({ draft, set, errorOf }: FieldsOf<'categories'>) {
  const t = useTranslate()
  const { data } = useQuery(allRowsQuery('groups'))
  return (
    <>
      <div className={facts}>
        <ParentField
          label={t('fields.functional_group_id')}
          rows={data}
          id={draft.functional_group_id}
          error={errorOf('functional_group_id')}
          onChange={(functional_group_id) => set({ functional_group_id })}
        />
        <TierField {...{ draft, set, errorOf }} />
      </div>
      <TextFields
        {...{ draft, set, errorOf }}
        blank={blankTexts.categories}
        fields={[
          { name: 'name' },
          { name: 'description', isLong: true },
          { name: 'warning_text', isLong: true, isOptional: true, hint: t('fields.warning_hint') },
        ]}
      />
    </>
  )
}

export function GroupFields({ draft, set, errorOf }: FieldsOf<'groups'>) {
  return (
    <>
      <TextFields {...{ draft, set, errorOf }} blank={blankTexts.groups} fields={[{ name: 'name' }]} />
      <IdsField
        name="model_ids"
        ids={draft.model_ids}
        error={errorOf('model_ids')}
        onChange={(model_ids) => set({ model_ids })}
      />
    </>
  )
}

export function TagFields({ draft, set, errorOf }: FieldsOf<'tags'>) {
  return <TextFields {...{ draft, set, errorOf }} blank={blankTexts.tags} fields={[{ name: 'name' }]} />
}

export function ModelFields({ draft, set, errorOf }: FieldsOf<'models'>) {
  const t = useTranslate()
  return (
    <Field
      label={t('fields.name')}
      value={draft.name}
      error={errorOf('name')}
      onChange={({ target }) => set({ name: target.value })}
    />
  )
}
