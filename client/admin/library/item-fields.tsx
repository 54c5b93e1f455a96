import { useQuery } from '@tanstack/react-query'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import type { LengthTag } from '#shared/library.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../form-fields.tsx'
import { CheckboxGroup, optionsOf } from './form-fields.tsx'
import { LabelFields } from './label-fields.tsx'
import { allRowsQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { ParentField, UseCaseField } from './parent-fields.tsx'
import { blankTexts } from './shapes.ts'
import type { Drafts } from './shapes.ts'
import { TierField } from './tier-field.tsx'
import { TextPairs } from './text-pairs.tsx'

export type FieldsProps<Draft> = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  errorOf: (name: string) => string | undefined
}
type Of<Noun extends LibraryNoun> = FieldsProps<Drafts[Noun]>

export function ModelsField({ draft, set, errorOf }: FieldsProps<{ model_ids: number[] }>) {
  const t = useTranslate()
  const { data } = useQuery(allRowsQuery('models'))
  return (
    <CheckboxGroup
      legend={t('fields.model_ids')}
      options={data && optionsOf(data)}
      ids={draft.model_ids}
      error={errorOf('model_ids')}
      onChange={(model_ids) => set({ model_ids })}
    />
  )
}

function TagsField({ draft, set, errorOf }: FieldsProps<{ tag_ids: number[] }>) {
  const t = useTranslate()
  const { data } = useQuery(allRowsQuery('tags'))
  return (
    <CheckboxGroup
      legend={t('fields.tag_ids')}
      options={data && optionsOf(data)}
      ids={draft.tag_ids}
      error={errorOf('tag_ids')}
      onChange={(tag_ids) => set({ tag_ids })}
    />
  )
}

const facts = 'grid items-start gap-5 md:grid-cols-2'

export function PromptFields({ draft, set, errorOf }: Of<'prompts'>) {
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
        <TierField draft={draft} set={set} errorOf={errorOf} />
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
      <TextPairs
        texts={draft.texts}
        blank={blankTexts.prompts}
        fields={[
          { name: 'title' },
          { name: 'short_description', isLong: true },
          { name: 'content', isLong: true },
          { name: 'how_to_use', isLong: true, hint: lines },
          { name: 'known_issues', isLong: true, hint: lines },
          { name: 'example', isLong: true },
        ]}
        errorOf={errorOf}
        onChange={(texts) => set({ texts })}
      />
      <LabelFields texts={draft.texts} errorOf={errorOf} onChange={(texts) => set({ texts })} />
      <ModelsField draft={draft} set={set} errorOf={errorOf} />
      <TagsField draft={draft} set={set} errorOf={errorOf} />
    </>
  )
}

export function UseCaseFields({ draft, set, errorOf }: Of<'use-cases'>) {
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
        <TierField draft={draft} set={set} errorOf={errorOf} />
      </div>
      <TextPairs
        texts={draft.texts}
        blank={blankTexts['use-cases']}
        fields={[{ name: 'title' }]}
        errorOf={errorOf}
        onChange={(texts) => set({ texts })}
      />
    </>
  )
}

export function CategoryFields({ draft, set, errorOf }: Of<'categories'>) {
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
        <TierField draft={draft} set={set} errorOf={errorOf} />
      </div>
      <TextPairs
        texts={draft.texts}
        blank={blankTexts.categories}
        fields={[
          { name: 'name' },
          { name: 'description', isLong: true },
          { name: 'warning_text', isLong: true, isOptional: true, hint: t('fields.warning_hint') },
        ]}
        errorOf={errorOf}
        onChange={(texts) => set({ texts })}
      />
    </>
  )
}

export function GroupFields({ draft, set, errorOf }: Of<'groups'>) {
  return (
    <>
      <TextPairs
        texts={draft.texts}
        blank={blankTexts.groups}
        fields={[{ name: 'name' }]}
        errorOf={errorOf}
        onChange={(texts) => set({ texts })}
      />
      <ModelsField draft={draft} set={set} errorOf={errorOf} />
    </>
  )
}

export function TagFields({ draft, set, errorOf }: Of<'tags'>) {
  return (
    <TextPairs
      texts={draft.texts}
      blank={blankTexts.tags}
      fields={[{ name: 'name' }]}
      errorOf={errorOf}
      onChange={(texts) => set({ texts })}
    />
  )
}

export function ModelFields({ draft, set, errorOf }: Of<'models'>) {
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
