import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiProblem, send } from '../app/api.ts'
import { ConfirmButton } from './confirm-dialog.tsx'
import type { EntityConfig } from './entity.tsx'
import { useTranslate } from './messages.ts'
import { flashState } from './use-flash-message.ts'

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
  const remove = async () => {
    try {
      await send(client, 'DELETE', path, { headers: { 'if-match': etag } })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      onRefused?.(error)
      throw error.status === 412 ? new ApiProblem(412, { detail: t('removal.changed') }) : error
    }
    onRemoved()
    await Promise.all(config.keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return (
    <div className="mt-10">
      <ConfirmButton
        label={label ?? t('removal.open')}
        title={title ?? t('removal.question')}
        action={action ?? t('removal.submit')}
        className="button button-quiet button-danger"
        isReady={isReady}
        failed={t('removal.failed')}
        send={remove}
        onDone={() => void navigate(config.pages.list, { state: flashState(t('entity.removed')) })}
      >
        {typeof note === 'string' ? <p>{note}</p> : note}
      </ConfirmButton>
    </div>
  )
}
