import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ApiProblem, send } from '../app/api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useTranslate } from './messages.ts'
import { problemText } from './problem-text.ts'

type RemovalButtonProps = {
  label: string
  /** The question that is asked first. */
  title: string
  /** What the button below it says. */
  action: string
  /** Of the API. */
  path: string
  etag: string | undefined
  /** False: something is still to be chosen. */
  isReady?: boolean
  onRemoved: () => unknown
  onRefused?: (problem: ApiProblem) => void
  /** What will happen. */
  children: ReactNode
}

/** Removes what is edited, as it was read, after a question. */
export function RemovalButton({ label, title, action, path, etag, isReady = true, ...rest }: RemovalButtonProps) {
  const { onRemoved, onRefused, children } = rest
  const t = useTranslate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const open = () => {
    setProblem('')
    setAsking(true)
  }
  const remove = async () => {
    setBusy(true)
    setProblem('')
    try {
      await send(client, 'DELETE', path, { headers: { 'if-match': etag ?? '' } })
      await onRemoved()
    } catch (error) {
      const refused = error instanceof ApiProblem ? error : null
      if (refused) onRefused?.(refused)
      setProblem(refused?.status === 412 ? t('removal.changed') : problemText(error) || t('removal.failed'))
      setBusy(false)
    }
  }
  return (
    <div className="mt-10">
      <button type="button" className="button button-quiet button-danger" onClick={open}>
        {label}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          action={action}
          isBusy={isBusy || !isReady}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </div>
  )
}
