import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { maxBulk } from '#shared/admin/library-bulk.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { promptCountQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type ArchiveButtonProps = {
  noun: LibraryNoun
  id: number
  isArchived: boolean
  isBusy: boolean
  onChange: (isArchived: boolean) => void
}

/** Button that archives an item. Its dialog shows how many prompts are archived with the item. */
export function ArchiveButton({ noun, id, isArchived, isBusy, onChange }: ArchiveButtonProps) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const holder = { categories: 'category', 'use-cases': 'use_case' }[noun as string]
  const { data, isLoading } = useQuery({
    ...promptCountQuery({ [holder ?? '']: String(id) }),
    enabled: isAsking && holder !== undefined,
  })
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        disabled={isBusy}
        onClick={() => (isArchived ? onChange(false) : setAsking(true))}
      >
        {t(isArchived ? 'archive.back' : 'archive.open')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('archive.question')}
          action={t('archive.open')}
          isBusy={isBusy || isLoading}
          onConfirm={() => {
            setAsking(false)
            onChange(true)
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('archive.note')}</p>
          {data !== undefined && data > 0 && (
            <p className="font-semibold">
              {data === Infinity ? t('archive.holds_many', { count: maxBulk }) : t('archive.holds', { count: data })}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
