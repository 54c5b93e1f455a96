import { useState } from 'react'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { slugOf } from '#shared/slugs.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { FormerSlugs } from '../former-slugs.tsx'
import { EntityForm } from '../editor-form.tsx'
import { useEntityEditor } from '../entity.tsx'
import type { RemovalTexts } from '../removal-button.tsx'
import { adminRoutes } from './admin-routes.ts'
import { ArchiveButton } from './archive-button.tsx'
import { editorConfigOf, emptyDrafts, nameOf, restorableFields } from './editor-config.ts'
import type { ItemDraft, LibraryDrafts } from './editor-config.ts'
import type { FieldsProps } from './form-fields.tsx'
import * as forms from './item-fields.tsx'
import type { LibraryItems } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PipelineFields } from './pipeline-fields.tsx'
import { hasPreview, ItemPreview } from './item-preview.tsx'
import { SetFields } from './set-fields.tsx'
import { useFieldLabels } from './use-field-labels.ts'

const fieldsOf: { [Noun in LibraryNoun]: ComponentType<FieldsProps<LibraryDrafts[Noun]>> } = {
  prompts: forms.PromptFields,
  'use-cases': forms.UseCaseFields,
  categories: forms.CategoryFields,
  groups: forms.GroupFields,
  models: forms.ModelFields,
  tags: forms.TagFields,
  pipelines: PipelineFields,
  sets: SetFields,
}

function ItemLinks({ noun, item }: { noun: LibraryNoun; item: LibraryItems[LibraryNoun] }) {
  const t = useTranslate()
  const page = {
    prompts: paths.prompt,
    'use-cases': paths.libraryUseCase,
    categories: paths.category,
    pipelines: paths.pipeline,
  }
  const link = 'text-brand underline'
  const { id, slug } = item
  return (
    <>
      {noun in page && (
        <a href={page[noun as keyof typeof page](slug)} target="_blank" rel="noreferrer" className={link}>
          {t('item.view')}
        </a>
      )}
      {'category_id' in item && (
        <Link to={adminRoutes.list('prompts', { category: item.category_id, use_case: id })} className={link}>
          {t('item.prompts')}
        </Link>
      )}
      {noun === 'categories' && (
        <Link to={adminRoutes.list('use-cases', { category: id })} className={link}>
          {t('item.use_cases')}
        </Link>
      )}
    </>
  )
}

const suggestedSlug = (draft: object) => slugOf(nameOf(draft, 'en'))

/** Adds a slug made from the name of a new item, until an admin edits the slug. */
function withSlug(draft: ItemDraft, changes: Partial<ItemDraft>): Partial<ItemDraft> {
  const isCustomSlug = draft.slug === undefined || 'slug' in changes || draft.slug !== suggestedSlug(draft)
  return isCustomSlug ? changes : { ...changes, slug: suggestedSlug({ ...draft, ...changes }) }
}

const usageKinds = [
  'categories',
  'groups',
  'use_cases',
  'prompts',
  'ratings',
  'saves',
  'collections',
  'pipelines',
] as const
type UseCounts = Record<string, number>

/** Texts of the removal dialog. If the server refuses, the dialog shows which items refer to this item. */
function useRemoval(): RemovalTexts {
  const t = useTranslate()
  const [uses, setUses] = useState<UseCounts>({})
  const present = usageKinds.filter((use) => (uses[use] ?? 0) > 0)
  return {
    label: t('removal.open'),
    title: t('removal.question'),
    action: t('removal.submit'),
    onRefused: ({ status, body }) => setUses(status === 409 ? (body as { uses: UseCounts }).uses : {}),
    note: (
      <>
        <p>{t('removal.note')}</p>
        {present.length > 0 && (
          <ul className="list-disc pl-5">
            {present.map((use) => (
              <li key={use}>{t(`removal.uses.${use}`, { count: uses[use] ?? 0 })}</li>
            ))}
          </ul>
        )}
      </>
    ),
  }
}

const isArchived = (item: object | undefined) =>
  item !== undefined && 'is_archived' in item && item.is_archived === true

type ItemEditorProps = { noun: LibraryNoun; edited: ItemWithEtag<LibraryItems[LibraryNoun]> | null }

function useItemEditor({ noun, edited }: ItemEditorProps) {
  const t = useTranslate()
  const [search] = useSearchParams()
  const of = (name: string) => Number(search.get(name) ?? 0) || 0
  const outcomeOf = (item: object) => {
    if (!edited) return 'added'
    if (isArchived(item) === isArchived(edited.item)) return 'saved'
    return isArchived(item) ? 'archived' : 'unarchived'
  }
  return useEntityEditor<LibraryItems[LibraryNoun], ItemDraft>(editorConfigOf(noun), {
    edited,
    empty: emptyDrafts({ group: of('group'), category: of('category'), use_case: of('use_case') })[noun],
    outcomeOf,
    textOf: (outcome) => t(`item.${outcome as ReturnType<typeof outcomeOf>}`),
  })
}

export function ItemEditor({ noun, edited }: ItemEditorProps) {
  const t = useTranslate()
  const locale = useLocale()
  const labelOf = useFieldLabels()
  const removal = useRemoval()
  const editor = useItemEditor({ noun, edited })
  const { draft, set, errorOf, isBusy, item, show } = editor
  const Fields = fieldsOf[noun] as ComponentType<FieldsProps<ItemDraft>>
  return (
    <EntityForm
      editor={editor}
      back={t(`nouns.${noun}.all`)}
      links={item && <ItemLinks noun={noun} item={item} />}
      title={nameOf(draft, locale) || t(`nouns.${noun}.add`)}
      labelOf={labelOf}
      restore={(state) => {
        show(t('item.restored'))
        return restorableFields(noun, draft, state)
      }}
      isRestorable={(state) => Object.keys(restorableFields(noun, draft, state)).length > 0}
      actions={
        item &&
        'is_archived' in draft && (
          <ArchiveButton
            noun={noun}
            id={item.id}
            isArchived={draft.is_archived}
            isBusy={isBusy}
            onChange={(is_archived) => void editor.save({ is_archived })}
          />
        )
      }
      below={item && hasPreview(noun) && <ItemPreview noun={noun} id={item.id} />}
      removal={removal}
      className="mt-6 grid gap-6"
    >
      <Fields draft={draft} set={(changes) => set(item ? changes : withSlug(draft, changes))} errorOf={errorOf} />
      {draft.slug !== undefined && (
        <Field
          label={t('fields.slug')}
          value={draft.slug}
          spellCheck={false}
          autoCapitalize="none"
          error={errorOf('slug')}
          hint={t(item ? 'fields.slug_moves' : 'fields.slug_hint')}
          onChange={({ target }) => set({ slug: target.value })}
        />
      )}
      {item && <FormerSlugs kind={editor.config.kind} id={item.id} slug={item.slug} />}
    </EntityForm>
  )
}
