import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType, FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { adminPaths } from '#shared/admin-paths.ts'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import type { AuditKind } from '#shared/audit.ts'
import { paths } from '#shared/paths.ts'
import { slugOf } from '#shared/slugs.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import { ConflictDialog } from '../conflict-dialog.tsx'
import type { Edited } from '../edited.ts'
import { History } from '../history.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useEditor } from '../use-editor.ts'
import { useSaid } from '../use-said.ts'
import { ArchiveButton } from './archive-button.tsx'
import * as forms from './item-fields.tsx'
import type { FieldsProps } from './item-fields.tsx'
import { refreshLists, schemaOf } from './library.queries.ts'
import type { LibraryItems } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PipelineFields } from './pipeline-fields.tsx'
import { places } from './places.ts'
import { isPreviewed, Preview } from './preview.tsx'
import { Removal } from './removal.tsx'
import { draftOf, emptyDrafts, nameOf, restorable, withWholeTexts } from './shapes.ts'
import type { Draft, Drafts } from './shapes.ts'
import { useFieldLabels } from './use-field-labels.ts'

const kinds: Record<LibraryNoun, AuditKind> = {
  prompts: 'prompt',
  'use-cases': 'use_case',
  categories: 'category',
  groups: 'functional_group',
  models: 'model',
  tags: 'tag',
  pipelines: 'pipeline',
}
const fieldsOf: { [Noun in LibraryNoun]: ComponentType<FieldsProps<Drafts[Noun]>> } = {
  prompts: forms.PromptFields,
  'use-cases': forms.UseCaseFields,
  categories: forms.CategoryFields,
  groups: forms.GroupFields,
  models: forms.ModelFields,
  tags: forms.TagFields,
  pipelines: PipelineFields,
}

/** The item's page in the library, and the lists of what is in it. */
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
        <Link to={places.list('prompts', { category: item.category_id, use_case: id })} className={link}>
          {t('item.prompts')}
        </Link>
      )}
      {noun === 'categories' && (
        <Link to={places.list('use-cases', { category: id })} className={link}>
          {t('item.use_cases')}
        </Link>
      )}
    </>
  )
}

type SlugFieldProps = { slug: string; error: string | undefined; onChange: (slug: string) => void }
function SlugField({ slug, error, onChange }: SlugFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t('fields.slug')}
      value={slug}
      spellCheck={false}
      autoCapitalize="none"
      error={error}
      hint={t('fields.slug_hint')}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const suggestedSlug = (draft: object) => slugOf(nameOf(draft, 'en'))

/** As long as nobody has chosen another address, that of something new follows its name. */
function withSlug(draft: Draft, changes: Partial<Draft>): Partial<Draft> {
  const isOwn = draft.slug === undefined || 'slug' in changes || draft.slug !== suggestedSlug(draft)
  return isOwn ? changes : { ...changes, slug: suggestedSlug({ ...draft, ...changes }) }
}

const outcomes = ['added', 'saved', 'archived', 'unarchived'] as const

function useItemEditor(
  noun: LibraryNoun,
  edited: Edited<LibraryItems[LibraryNoun]> | null,
  say: (outcome: (typeof outcomes)[number]) => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const of = (name: string) => Number(search.get(name) ?? 0) || 0
  return useEditor<LibraryItems[LibraryNoun], Draft>({
    path: edited ? adminPaths.api.libraryItem(noun, edited.item.id) : adminPaths.api.library(noun),
    schema: schemaOf(noun),
    edited,
    draftOf: (item) => draftOf(noun, item as never),
    empty: emptyDrafts({ group: of('group'), category: of('category'), use_case: of('use_case') })[noun],
    onSaved: ({ item }) => {
      refreshLists(client)
      const was = edited?.item
      const isArchived = 'is_archived' in item && item.is_archived
      const isMoved = was && 'is_archived' in was && was.is_archived !== isArchived
      if (!edited) void navigate(places.item(noun, item.id), { replace: true, state: { said: 'added' } })
      else if (isMoved) say(isArchived ? 'archived' : 'unarchived')
      else say('saved')
    },
  })
}

type ItemEditorProps = { noun: LibraryNoun; edited: Edited<LibraryItems[LibraryNoun]> | null }

export function ItemEditor({ noun, edited }: ItemEditorProps) {
  const t = useTranslate()
  const locale = useLocale()
  const labelOf = useFieldLabels()
  const said = (outcome: string) => {
    const known = outcomes.find((one) => one === outcome) ?? 'saved'
    return t(`item.${known}`)
  }
  const { notice, show } = useSaid(said)
  const editor = useItemEditor(noun, edited, (outcome) => show(said(outcome)))
  const { draft, set, errorOf, conflict, isBusy, isDirty, etag } = editor
  const item = edited?.item
  const Fields = fieldsOf[noun] as ComponentType<FieldsProps<Draft>>
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty) void editor.save()
  }
  const onRestore = (state: Record<string, unknown>) => {
    set(restorable(noun, draft, state))
    show(t('item.restored'))
    scrollTo({ top: 0 })
  }
  return (
    <>
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={places.list(noun)} className="text-brand underline">
          {t(`nouns.${noun}.all`)}
        </Link>
        {item && <ItemLinks noun={noun} item={item} />}
      </p>
      <h2 dir="auto" className="mt-4 text-2xl font-bold wrap-anywhere">
        {nameOf(draft, locale) || t(`nouns.${noun}.add`)}
      </h2>
      <form className="mt-6 grid gap-6" onSubmit={onSubmit} noValidate>
        <Fields draft={draft} set={(changes) => set(withSlug(draft, changes))} errorOf={errorOf} />
        {draft.slug === undefined ? null : (
          <SlugField slug={draft.slug} error={errorOf('slug')} onChange={(slug) => set({ slug })} />
        )}
        <SaveBar editor={editor}>
          {item && 'is_archived' in draft && (
            <ArchiveButton
              noun={noun}
              id={item.id}
              isArchived={draft.is_archived}
              isBusy={isBusy}
              onChange={(is_archived) => void editor.save({ is_archived })}
            />
          )}
        </SaveBar>
      </form>
      {conflict && (
        <ConflictDialog
          conflict={{ ...conflict, resolve: (resolved) => conflict.resolve(withWholeTexts(noun, resolved)) }}
          isBusy={isBusy}
          labelOf={labelOf}
        />
      )}
      {item && (
        <>
          {isPreviewed(noun) && <Preview noun={noun} id={item.id} />}
          <div className="mt-10">
            <History
              kind={kinds[noun]}
              target={item.id}
              labelOf={labelOf}
              onRestore={onRestore}
              isRestorable={(state) => Object.keys(restorable(noun, draft, state)).length > 0}
            />
          </div>
          <Removal noun={noun} id={item.id} etag={etag ?? ''} />
        </>
      )}
      {notice}
    </>
  )
}
