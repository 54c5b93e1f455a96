import { useState } from 'react'
import type { AuditKind } from '#shared/admin/audit.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { Link } from '../../app/link.tsx'
import { useLocale } from '../../app/i18n.tsx'
import type { Entity } from '../entity-editor.tsx'
import type { EntityField } from '../fields.ts'
import type { RemovalTexts } from '../removal-button.tsx'
import { adminRoutes } from './admin-routes.ts'
import { ArchiveButton } from './archive-button.tsx'
import { hasPreview, ItemPreview } from './item-preview.tsx'
import { useLibraryFields } from './library-fields.tsx'
import { itemSchemaOf, libraryKey } from './library.queries.ts'
import type { AnyItem } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { dropPartialTranslation } from './pipeline-draft.ts'
import { nameOfDraft } from './shared-fields.ts'

const kinds: Record<LibraryNoun, AuditKind> = {
  prompts: 'prompt',
  'use-cases': 'use_case',
  categories: 'category',
  groups: 'functional_group',
  models: 'model',
  tags: 'tag',
  pipelines: 'pipeline',
  sets: 'prompt_set',
}

const publicPaths: Partial<Record<LibraryNoun, (slug: string) => string>> = {
  prompts: paths.prompt,
  'use-cases': paths.libraryUseCase,
  categories: paths.category,
  pipelines: paths.pipeline,
}

function ItemLinks({ noun, item: { id, category_id } }: { noun: LibraryNoun; item: AnyItem }) {
  const t = useTranslate()
  const link = 'text-brand underline'
  return (
    <>
      {category_id !== undefined && (
        <Link to={adminRoutes.list('prompts', { category: category_id, use_case: id })} className={link}>
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

/** Note of the removal dialog. If the server refuses, it lists which items refer to this item. */
function useRemoval(): RemovalTexts {
  const t = useTranslate()
  const [uses, setUses] = useState<UseCounts>({})
  const present = usageKinds.filter((use) => (uses[use] ?? 0) > 0)
  return {
    onRefused: ({ status, body }) => setUses(status === 409 ? (body as { uses: UseCounts }).uses : {}),
    note: (
      <>
        <p>{t('removal_note')}</p>
        {present.length > 0 && (
          <ul className="list-disc pl-5">
            {present.map((use) => (
              <li key={use}>{t(`counts.${use}`, { count: uses[use] ?? 0 })}</li>
            ))}
          </ul>
        )}
      </>
    ),
  }
}

const blankLabels = { labels: 'fields.label', example_values: 'fields.example_value', inputs: 'fields.input' } as const

/** Labels of parts of fields: the blanks of a prompt, and the steps of a pipeline. */
function usePartLabels() {
  const t = useTranslate()
  return {
    labels: {
      'texts.*': t('fields.texts'),
      'texts.*.hand_on': t('fields.hand_on'),
      prompt_id: t('fields.prompt_id'),
      place: t('fields.place'),
      ids: t('fields.ids'),
    },
    labelOf: (path: string) => {
      const [, kind, name = ''] = /^texts\.\*\.(labels|example_values|inputs)\.(.+)$/s.exec(path) ?? []
      return kind && t(blankLabels[kind as keyof typeof blankLabels], { name })
    },
  }
}

type Draft = { is_archived?: boolean }

/** `isEditing`: an editor is open, which needs the options of its fields. */
export function useLibraryEntity(noun: LibraryNoun, isEditing: boolean): Entity<AnyItem, Draft> {
  const t = useTranslate()
  const locale = useLocale()
  const fields = useLibraryFields(isEditing ? noun : null)[noun] as unknown as readonly EntityField<Draft, AnyItem>[]
  return {
    kind: kinds[noun],
    schema: itemSchemaOf(noun),
    api: { list: adminPaths.api.library(noun), item: (id) => adminPaths.api.libraryItem(noun, id) },
    pages: { list: adminRoutes.list(noun), item: (id) => adminRoutes.item(noun, id) },
    keys: [libraryKey],
    isSpanishOptional: true,
    fields,
    ...usePartLabels(),
    complete: noun === 'pipelines' ? (dropPartialTranslation as (draft: Draft) => Draft) : undefined,
    title: (draft) => nameOfDraft(draft, locale) || t(`nouns.${noun}.add`),
    savedText: (item, before) => {
      if (!before || before.is_archived === item.is_archived) return undefined
      return t(item.is_archived ? 'item.archived' : 'item.unarchived')
    },
    publicPath: ({ slug }) => publicPaths[noun]?.(slug),
    links: (item) => <ItemLinks noun={noun} item={item} />,
    actions: ({ item, draft, isBusy, save }) =>
      item &&
      draft.is_archived !== undefined && (
        <ArchiveButton
          noun={noun}
          id={item.id}
          isArchived={draft.is_archived}
          isBusy={isBusy}
          onChange={(is_archived) => void save({ is_archived })}
        />
      ),
    below: ({ item }) => item && hasPreview(noun) && <ItemPreview noun={noun} id={item.id} />,
    removal: useRemoval(),
  }
}
