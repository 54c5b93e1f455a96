import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PromptBulk, PromptBulkResult } from '#shared/admin/library-bulk.ts'
import { FormProblem } from '../../app/form.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { optionsOf } from '../form-fields.tsx'
import type { Option } from '../form-fields.tsx'
import { EntityFields } from '../entity-fields.tsx'
import type { EntityField } from '../fields.ts'
import { refusalReason, useSubmit } from '../use-submit.ts'
import { useTierOptions } from './tiers.ts'
import { allRowsQuery, changePrompts, invalidateLibraryLists } from './library.queries.ts'
import { useTranslate } from './messages.ts'

const noChanges = { tier: '', add: '', remove: '', category: '', use_case: '', archive: '' }
type Chosen = typeof noChanges

const changeOf = ({ tier, add, remove, use_case, archive }: Chosen): PromptBulk['change'] => ({
  ...(tier && { required_tier: Number(tier) }),
  ...(add && { add_tag_ids: [Number(add)] }),
  ...(remove && { remove_tag_ids: [Number(remove)] }),
  ...(use_case && { use_case_id: Number(use_case) }),
  ...(archive && { is_archived: archive === '1' }),
})

/** Fields of a change; an empty one leaves the prompts as they are. */
function useFields({ category }: Chosen): EntityField<Chosen>[] {
  const t = useTranslate()
  const tags = optionsOf(useQuery(allRowsQuery('tags')).data)
  const categories = optionsOf(useQuery(allRowsQuery('categories')).data)
  const useCases = useQuery({ ...allRowsQuery('use-cases', { category }), enabled: category !== '' })
  const choice = (path: keyof Chosen, label: string, options: Option[]) => ({
    path,
    kind: 'choice' as const,
    label,
    options,
    none: t('bulk.keep'),
    isHalf: true,
  })
  const archive = [
    { value: '1', name: t('bulk.archive_1') },
    { value: '0', name: t('bulk.archive_0') },
  ]
  return [
    choice('tier', t('bulk.required_tier'), useTierOptions()),
    choice('archive', t('bulk.archive'), archive),
    choice('add', t('bulk.add_tag'), tags),
    choice('remove', t('bulk.remove_tag'), tags),
    choice('category', t('bulk.category'), categories),
    {
      path: 'use_case',
      kind: 'choice',
      label: t('bulk.use_case'),
      options: optionsOf(useCases.data),
      isHalf: true,
      isShown: () => category !== '',
    },
  ]
}

type BulkDialogProps = {
  selected: PromptBulk['selection']
  onDone: (count: number) => void
  onClose: () => void
}

/** Shows how many prompts will change. The server refuses the change if the filter now matches another number. */
export function BulkDialog({ selected, onDone, onClose }: BulkDialogProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const [chosen, setChosen] = useState(noChanges)
  const [preview, setPreview] = useState<PromptBulkResult | null>(null)
  const { isBusy, problem, fields: refused, run } = useSubmit((error) => refusalReason(error) || t('bulk.failed'))
  const fields = useFields(chosen)
  const change = changeOf(chosen)
  const isEmpty = Object.keys(change).length === 0
  const selection = 'filter' in selected ? { ...selected, expected_count: preview?.selected ?? null } : selected
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isTrial = preview === null
    void run(
      () =>
        changePrompts(client, { selection, change }, isTrial).catch((error: unknown) => {
          setPreview(null)
          throw error
        }),
      (result) => {
        if (isTrial) return setPreview(result)
        invalidateLibraryLists(client)
        onDone(result.changed)
      },
    )
  }
  return (
    <Dialog title={t('bulk.open')} className="max-w-2xl" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <div className="mt-4">
          <EntityFields
            {...{ fields }}
            draft={chosen}
            set={(changes) => {
              setPreview(null)
              setChosen({ ...chosen, ...('category' in changes && { use_case: '' }), ...changes })
            }}
            errorOf={() => undefined}
          />
        </div>
        <FormProblem text={problem || Object.values(refused).flat().join(' ')} />
        <output className="mt-4 block min-h-12">
          {preview && (
            <>
              {t('bulk.selected', { count: preview.selected })} {t('bulk.would', { count: preview.changed })}
            </>
          )}
        </output>
        <p className="mt-4 flex flex-wrap justify-end gap-3">
          <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
          <button
            type="submit"
            className={preview ? 'button button-danger' : 'button'}
            disabled={isBusy || isEmpty || preview?.changed === 0}
            aria-busy={isBusy}
          >
            {isBusy && <Spinner />}
            {preview ? t('bulk.submit', { count: preview.changed }) : t('bulk.try')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
