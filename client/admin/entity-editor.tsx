import { useState } from 'react'
import type { ReactNode } from 'react'
import { EntityForm } from './editor-form.tsx'
import { EntityFields } from './entity-fields.tsx'
import { EntityList } from './entity-list.tsx'
import type { Listing } from './entity-list.tsx'
import { EntityPages, useEntityEditor } from './entity.tsx'
import type { EntityConfig, EntityEditorState } from './entity.tsx'
import { completeDraft, draftOf, emptyDraft, labelOfPath, restoredFields } from './fields.ts'
import type { FieldSet, LabelSource } from './fields.ts'
import type { ItemWithEtag } from './item-with-etag.ts'
import { useTranslate } from './messages.ts'
import type { RemovalTexts } from './removal-button.tsx'

/** Describes a kind of item: its addresses, its fields, its list, and what its editor shows beside the fields. */
export type Entity<Item extends { id: number }, Draft extends object, Row extends { id: number } = Item> = FieldSet<
  Draft,
  Item
> &
  Pick<LabelSource, 'labels' | 'labelOf'> &
  Omit<EntityConfig<Item, Draft>, 'draftOf'> & {
    /** True: the items cannot be added. */
    isFixed?: boolean
    listing?: Listing<Row>
    isGroupedByLanguage?: boolean
    title?: (draft: Draft) => string
    /** Message after a save. Default: "Saved." */
    savedText?: (item: Item, before: Item | undefined) => string | undefined
    /** Path of the public page that shows a saved item. */
    publicPath?: (item: Item) => string | undefined
    links?: (item: Item) => ReactNode
    above?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    actions?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    below?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    /** Below the fields, above the save button. */
    foot?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    /** Without it, the item cannot be removed. */
    removal?: RemovalTexts | ((item: Item) => RemovalTexts | false) | undefined
  }

/** Returns a function that names the paths of an item in the history and in conflicts. */
export function useLabels(source: LabelSource) {
  const t = useTranslate()
  return (path: string) => labelOfPath(source, path, (field, locale) => t(`field.in_${locale}`, { field }))
}

type EntityEditorProps<Item extends { id: number }, Draft extends object> = {
  entity: Omit<Entity<Item, Draft>, 'listing'>
  edited: ItemWithEtag<Item> | null
}

/** Editor of an item, or of a new one if `edited` is null. */
export function EntityEditor<Item extends { id: number }, Draft extends object>(props: EntityEditorProps<Item, Draft>) {
  const { entity, edited } = props
  const { fields, isSpanishOptional = false, isGroupedByLanguage, kind, savedText, title, removal } = entity
  const t = useTranslate()
  const [empty] = useState(() => emptyDraft(entity))
  const editor = useEntityEditor(
    {
      ...entity,
      draftOf: (item: Item) => draftOf(entity, item),
      complete: (draft: Draft) => entity.complete?.(completeDraft(entity, draft)) ?? completeDraft(entity, draft),
    },
    { edited, empty, outcomeOf: (item) => savedText?.(item, edited?.item) ?? t('entity.saved') },
  )
  const { draft, errorOf, item, isDirty } = editor
  const set = (changes: Partial<Draft>) => editor.set(item ? changes : withSlug(entity, draft, changes))
  const form = { ...editor, set }
  const restore = (state: Record<string, unknown>) => restoredFields(entity, state)
  return (
    <EntityForm
      editor={editor}
      back={t('entity.back')}
      title={title?.(draft)}
      links={
        item && (
          <>
            {entity.links?.(item)}
            <PublicLink path={entity.publicPath?.(item)} />
          </>
        )
      }
      labelOf={useLabels(entity)}
      restore={(state) => {
        editor.show(t('entity.restored'))
        return restore(state)
      }}
      isRestorable={(state) => Object.keys(restore(state)).length > 0}
      actions={entity.actions?.(form)}
      below={entity.below?.(form)}
      removal={typeof removal === 'function' ? item && removal(item) : removal}
    >
      {entity.above?.(form)}
      <EntityFields
        {...{ fields, isSpanishOptional, isGroupedByLanguage, kind, item, draft, set, errorOf }}
        onSubmit={() => isDirty && void editor.save()}
      />
      {entity.foot?.(form)}
    </EntityForm>
  )
}

function PublicLink({ path }: { path: string | undefined }) {
  const t = useTranslate()
  return (
    path !== undefined && (
      <a href={path} target="_blank" rel="noreferrer" className="ml-auto text-brand underline">
        {t('entity.view')}
      </a>
    )
  )
}

/** Adds a slug made from the name of a new item, until an admin edits the slug. */
function withSlug<Draft extends object, Item>(set: FieldSet<Draft, Item>, draft: Draft, changes: Partial<Draft>) {
  const slugOfDraft = set.fields.find(({ slugSource }) => slugSource)?.slugSource
  const isSuggested = 'slug' in draft && !('slug' in changes) && draft.slug === slugOfDraft?.(draft)
  return isSuggested ? { ...changes, slug: slugOfDraft?.({ ...draft, ...changes }) } : changes
}

type EntityAreaProps<Item extends { id: number }, Draft extends object, Row extends { id: number }> = {
  entity: Entity<Item, Draft, Row>
  /** Path segment after the list's path: empty, `new` or an id. */
  part: string
  /** Replaces the list that `entity.listing` describes. */
  list?: ReactNode
}

/** Pages of one kind of item: its list, and an editor for each item and for a new one. */
export function EntityArea<Item extends { id: number }, Draft extends object, Row extends { id: number }>(
  props: EntityAreaProps<Item, Draft, Row>,
) {
  const { entity, part, list } = props
  const { listing, pages, keys } = entity
  return (
    <EntityPages
      config={entity}
      part={part}
      list={list ?? (listing && <EntityList {...{ listing, pages, keys }} />)}
      render={(edited) => <EntityEditor {...{ entity, edited }} />}
    />
  )
}
