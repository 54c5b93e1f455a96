import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Section } from '#shared/forum/schema.ts'
import { useForm } from '../../app/form.tsx'
import { sectionsQuery } from '../forum.queries.ts'
import { FormDialog } from './form-dialog.tsx'
import { useTranslate } from './tools.messages.ts'

type MoveDialogProps = { section: string; onMove: (target: Section) => Promise<unknown>; onClose: () => void }

export function MoveDialog({ section, onMove, onClose }: MoveDialogProps) {
  const t = useTranslate()
  const id = useId()
  const { data, isError } = useQuery(sectionsQuery())
  const [chosen, setChosen] = useState('')
  const others = data?.filter(({ slug }) => slug !== section) ?? []
  const target = others.find(({ slug }) => slug === chosen) ?? others[0]
  const { isBusy, onSubmit } = useForm(
    async () => {
      if (!target) return
      await onMove(target)
      onClose()
    },
    () => '',
  )
  return (
    <FormDialog
      title={t('moderate.move')}
      note={t('moderate.move_note')}
      submitLabel={target && t('moderate.move_submit')}
      isBusy={isBusy}
      problem={isError && !data ? t('moderate.move_failed') : ''}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {data && !target && <p>{t('moderate.no_other')}</p>}
      {target && (
        <div>
          <label htmlFor={id} className="mb-1 block font-semibold">
            {t('moderate.move_to')}
          </label>
          <select id={id} className="field" value={target.slug} onChange={(event) => setChosen(event.target.value)}>
            {others.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </FormDialog>
  )
}
