import type { QueryKey } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type * as z from 'zod/mini'
import type { AuditKind } from '#shared/admin/audit.ts'
import { Link } from '../app/link.tsx'
import type { Decoder } from '../app/api.ts'
import { EditorForm } from './editor-form.tsx'
import { EntityFields } from './entity-fields.tsx'
import type { Listing } from './entity-list.tsx'
import { completeDraft, draftOf, emptyDraft, labelOfPath, restoredFields } from './fields.ts'
import type { FieldSet, LabelSource } from './fields.ts'
import type { ItemWithEtag } from './item-with-etag.ts'
import { useTranslate } from './messages.ts'
import { RemovalButton } from './removal-button.tsx'
import type { RemovalTexts } from './removal-button.tsx'
import { useEditor } from './use-editor.ts'
import { flashState, useFlashMessage } from './use-flash-message.ts'

type Addresses = { list: string; item: (id: number | string) => string }

/** Describes a kind of item: its addresses, its fields, its list, and what its editor shows beside the fields. */
export type Entity<Item extends { id: number }, Draft extends object, Row extends { id: number } = Item> = FieldSet<
  Draft,
  Item
> &
  Pick<LabelSource, 'labels' | 'labelOf'> & {
    kind: AuditKind
    schema: Decoder<z.ZodMiniType<Item>>
    api: Addresses
    /** Paths in the admin area; a new item has the id `new`. */
    pages: Addresses
    /** Queries that a save or removal invalidates. */
    keys: readonly QueryKey[]
    listing?: Listing<Row>
    /** True: the items cannot be added. */
    isFixed?: boolean
    /** True: a group for each language has its texts. Otherwise both languages of a text are side by side. */
    isGroupedByLanguage?: boolean
    /** Makes a draft whole after a change and after a conflict, if its parts depend on each other. */
    complete?: ((draft: Draft) => Draft) | undefined
    title?: (draft: Draft) => string
    /** Message after a save. Default: "Saved." */
    savedText?: (item: Item, before: Item | undefined) => string | undefined
    /** Path of the public page that shows a saved item. */
    publicPath?: (item: Item) => string | undefined
    links?: (item: Item) => ReactNode
    /** Above the fields. */
    above?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    /** Below the fields, above the save button. */
    foot?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    /** Beside the save button. */
    actions?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    /** Below the form. */
    below?: (editor: EntityEditorState<Item, Draft>) => ReactNode
    /** Without it, the item cannot be removed. */
    removal?: RemovalTexts | ((item: Item) => RemovalTexts | false) | undefined
  }

/** Returns a function that names the paths of an item in the history and in conflicts. */
export function useLabels(source: LabelSource) {
  const t = useTranslate()
  return (path: string) => labelOfPath(source, path, (field, locale) => t(`field.in_${locale}`, { field }))
}

/** Adds a slug made from the name of a new item, until an admin edits the slug. */
function withSlug<Draft extends object, Item>(set: FieldSet<Draft, Item>, draft: Draft, changes: Partial<Draft>) {
  const slugOfDraft = set.fields.find(({ slugSource }) => slugSource)?.slugSource
  const isSuggested = 'slug' in draft && !('slug' in changes) && draft.slug === slugOfDraft?.(draft)
  return isSuggested ? { ...changes, slug: slugOfDraft?.({ ...draft, ...changes }) } : changes
}

type EntityEditorProps<Item extends { id: number }, Draft extends object> = {
  entity: Omit<Entity<Item, Draft>, 'listing'>
  edited: ItemWithEtag<Item> | null
}

/** Editor state. A save refreshes the lists; after the save of a new item, the item's page opens. */
function useEntityEditor<Item extends { id: number }, Draft extends object>(props: EntityEditorProps<Item, Draft>) {
  const { entity, edited } = props
  const { api, pages, keys, schema, savedText, complete = (draft: Draft) => draft } = entity
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { notice, show } = useFlashMessage()
  const [empty] = useState(() => emptyDraft(entity))
  const editor = useEditor({
    path: edited ? api.item(edited.item.id) : api.list,
    schema,
    edited,
    draftOf: (item: Item) => draftOf(entity, item),
    complete: (draft: Draft) => complete(completeDraft(entity, draft)),
    empty,
    onSaved: ({ item }) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
      const text = savedText?.(item, edited?.item) ?? t('entity.saved')
      if (edited) show(text)
      else void navigate(pages.item(item.id), { replace: true, state: flashState(text) })
    },
  })
  const { draft } = editor
  const set = (changes: Partial<Draft>) => editor.set(edited ? changes : withSlug(entity, draft, changes))
  return { ...editor, set, item: edited?.item, notice, show }
}

export type EntityEditorState<Item extends { id: number }, Draft extends object> = ReturnType<
  typeof useEntityEditor<Item, Draft>
>

function EditorLinks<Item extends { id: number }, Draft extends object>(props: EntityEditorProps<Item, Draft>) {
  const { entity, edited } = props
  const t = useTranslate()
  const path = edited && entity.publicPath?.(edited.item)
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2">
      <Link to={entity.pages.list} className="text-brand underline">
        {t('entity.back')}
      </Link>
      {edited && entity.links?.(edited.item)}
      {path && (
        <a href={path} target="_blank" rel="noreferrer" className="ml-auto text-brand underline">
          {t('entity.view')}
        </a>
      )}
    </p>
  )
}

/** Editor of an item, or of a new one if `edited` is null. */
export function EntityEditor<Item extends { id: number }, Draft extends object>(props: EntityEditorProps<Item, Draft>) {
  const { entity } = props
  const { fields, isSpanishOptional = false, isGroupedByLanguage, kind, title, removal } = entity
  const t = useTranslate()
  const editor = useEntityEditor(props)
  const { draft, set, errorOf, item, etag, isDirty } = editor
  const removalTexts = typeof removal === 'function' ? item && removal(item) : removal
  return (
    <>
      <EditorLinks {...props} />
      {title && (
        <h2 dir="auto" className="mt-4 text-2xl font-bold wrap-anywhere">
          {title(draft)}
        </h2>
      )}
      <EditorForm
        editor={editor}
        kind={kind}
        target={item?.id}
        labelOf={useLabels(entity)}
        restored={(state) => restoredFields(entity, state)}
        onRestored={() => editor.show(t('entity.restored'))}
        actions={entity.actions?.(editor)}
        below={entity.below?.(editor)}
      >
        {entity.above?.(editor)}
        <EntityFields
          {...{ fields, isSpanishOptional, isGroupedByLanguage, kind, item, draft, set, errorOf }}
          onSubmit={() => isDirty && void editor.save()}
        />
        {entity.foot?.(editor)}
      </EditorForm>
      {item && etag !== undefined && removalTexts && (
        <RemovalButton entity={entity} id={item.id} etag={etag} texts={removalTexts} onRemoved={editor.discard} />
      )}
      {editor.notice}
    </>
  )
}
