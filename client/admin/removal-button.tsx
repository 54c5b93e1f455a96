import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiProblem, send } from '../app/api.ts'
import { ConfirmButton } from './confirm-button.tsx'
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
  entity: {
    api: { item: (id: number | string) => string }
    pages: { list: string }
    keys: readonly QueryKey[]
  }
  id: number
  etag: string
  texts: RemovalTexts
  onRemoved: () => void
}

/** Button that removes an item after confirmation and navigates to the list. */
export function RemovalButton({ entity, id, etag, texts, onRemoved }: RemovalProps) {
  const { label, title, action, note, path = entity.api.item(id), isReady = true, onRefused } = texts
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
    await Promise.all(entity.keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return (
    <div className="mt-10">
      <ConfirmButton
        label={label ?? t('removal.open')}
        title={title ?? t('removal.question')}
        action={action ?? t('removal.submit')}
        isReady={isReady}
        send={remove}
        onDone={() => void navigate(entity.pages.list, { state: flashState(t('entity.removed')) })}
      >
        {typeof note === 'string' ? <p>{note}</p> : note}
      </ConfirmButton>
    </div>
  )
}
