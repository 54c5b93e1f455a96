import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiProblem, problemDetailOf, send } from '../app/api.ts'
import { fieldProblemsOf } from '../app/form.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { EntityConfig } from './entity.tsx'
import { useTranslate } from './messages.ts'
import { flashState } from './use-flash-message.ts'

/** Returns the server's reason for a refused removal; empty without one, such as after a network error. */
export const removalProblemText = (error: unknown): string =>
  Object.values(fieldProblemsOf(error)).flat().join(' ') || (problemDetailOf(error) ?? '')

export type RemovalTexts = {
  label?: string
  title?: string
  action?: string
  note: ReactNode
  path?: string
  isReady?: boolean
  onRefused?: (problem: ApiProblem) => void
}
type RemovalProps = {
  config: Pick<EntityConfig<{ id: number }, never>, 'api' | 'pages' | 'keys'>
  id: number
  etag: string
  texts: RemovalTexts
  onRemoved: () => void
}

/** Button that removes an item after confirmation and navigates to the list. */
export function RemovalButton({ config, id, etag, texts, onRemoved }: RemovalProps) {
  const { label, title, action, note, path = config.api.item(id), isReady = true, onRefused } = texts
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const open = () => {
    setProblem('')
    setOpen(true)
  }
  const remove = async () => {
    setBusy(true)
    setProblem('')
    try {
      await send(client, 'DELETE', path, { headers: { 'if-match': etag } })
      onRemoved()
      await Promise.all(config.keys.map((queryKey) => client.invalidateQueries({ queryKey })))
      void navigate(config.pages.list, { state: flashState(t('entity.removed')) })
    } catch (error) {
      const refused = error instanceof ApiProblem ? error : null
      if (refused) onRefused?.(refused)
      setProblem(refused?.status === 412 ? t('removal.changed') : removalProblemText(error) || t('removal.failed'))
      setBusy(false)
    }
  }
  return (
    <div className="mt-10">
      <button type="button" className="button button-quiet button-danger" onClick={open}>
        {label ?? t('removal.open')}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={title ?? t('removal.question')}
          action={action ?? t('removal.submit')}
          isBusy={isBusy || !isReady}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => setOpen(false)}
        >
          {typeof note === 'string' ? <p>{note}</p> : note}
        </ConfirmDialog>
      )}
    </div>
  )
}
