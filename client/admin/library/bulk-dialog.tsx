import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PromptBulk, PromptBulkResult } from '#shared/admin/library-bulk.ts'
import { FormProblem } from '../../app/form.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { optionsOf, Select } from '../form-fields.tsx'
import { refusalReason } from '../use-submit.ts'
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

type FieldsProps = { chosen: Chosen; choose: (changes: Partial<Chosen>) => void }

function Fields({ chosen, choose }: FieldsProps) {
  const t = useTranslate()
  const tiers = useTierOptions()
  const tags = useQuery(allRowsQuery('tags'))
  const categories = useQuery(allRowsQuery('categories'))
  const { category } = chosen
  const found = useQuery({ ...allRowsQuery('use-cases', { category }), enabled: category !== '' })
  const none = t('bulk.keep')
  return (
    <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
      <Select
        label={t('bulk.required_tier')}
        value={chosen.tier}
        none={none}
        options={tiers}
        onChange={(tier) => choose({ tier })}
      />
      <Select
        label={t('bulk.archive')}
        value={chosen.archive}
        none={none}
        options={[
          { value: '1', name: t('bulk.archive_1') },
          { value: '0', name: t('bulk.archive_0') },
        ]}
        onChange={(archive) => choose({ archive })}
      />
      <Select
        label={t('bulk.add_tag')}
        value={chosen.add}
        none={none}
        options={optionsOf(tags.data)}
        onChange={(add) => choose({ add })}
      />
      <Select
        label={t('bulk.remove_tag')}
        value={chosen.remove}
        none={none}
        options={optionsOf(tags.data)}
        onChange={(remove) => choose({ remove })}
      />
      <Select
        label={t('bulk.category')}
        value={category}
        none={none}
        options={optionsOf(categories.data)}
        onChange={(other) => choose({ category: other, use_case: '' })}
      />
      {category !== '' && (
        <Select
          label={t('bulk.use_case')}
          value={chosen.use_case}
          options={optionsOf(found.data)}
          onChange={(use_case) => choose({ use_case })}
        />
      )}
    </div>
  )
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
  const [preview, setCounted] = useState<PromptBulkResult | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const change = changeOf(chosen)
  const isEmpty = Object.keys(change).length === 0
  const selection = 'filter' in selected ? { ...selected, expected_count: preview?.selected ?? null } : selected
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      const result = await changePrompts(client, { selection, change }, preview === null)
      if (preview === null) return setCounted(result)
      invalidateLibraryLists(client)
      onDone(result.changed)
    } catch (error) {
      setCounted(null)
      setProblem(refusalReason(error) || t('bulk.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('bulk.open')} className="max-w-2xl" onClose={onClose}>
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        <Fields
          chosen={chosen}
          choose={(changes) => {
            setCounted(null)
            setChosen({ ...chosen, ...changes })
          }}
        />
        <FormProblem text={problem} />
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
