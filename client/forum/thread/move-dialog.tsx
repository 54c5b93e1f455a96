import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { Section } from '#shared/forum/schema.ts'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { sectionsQuery } from '../forum.queries.ts'
import { useTranslate } from './tools.messages.ts'

type MoveDialogProps = { section: string; onMove: (target: Section) => Promise<unknown>; onClose: () => void }

export function MoveDialog({ section, onMove, onClose }: MoveDialogProps) {
  const t = useTranslate()
  const id = useId()
  const { data, isError } = useQuery(sectionsQuery)
  const [chosen, setChosen] = useState('')
  const [isBusy, setBusy] = useState(false)
  const others = data?.filter(({ slug }) => slug !== section) ?? []
  const target = others.find(({ slug }) => slug === chosen) ?? others[0]
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!target || isBusy) return
    setBusy(true)
    await onMove(target)
    onClose()
  }
  return (
    <Dialog title={t('moderate.move')} onClose={onClose}>
      <p className="mt-2 text-muted">{t('moderate.move_note')}</p>
      <form className="mt-4 space-y-4" onSubmit={(event) => void onSubmit(event)}>
        {isError && !data && (
          <p role="alert" className="text-danger">
            {t('moderate.move_failed')}
          </p>
        )}
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
        <p className="flex flex-wrap justify-end gap-3">
          <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
          {target && (
            <button type="submit" className="button" aria-disabled={isBusy} aria-busy={isBusy}>
              {isBusy && <Spinner />}
              {t('moderate.move_submit')}
            </button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
