import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { send } from '../../app/api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useTranslate } from './messages.ts'

type PostRemovalProps = { id: number; etag: string; onRemoved: () => void }

export function PostRemoval({ id, etag, onRemoved }: PostRemovalProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const remove = async () => {
    setBusy(true)
    try {
      await send(client, 'DELETE', adminNewsPaths.api.post(id), { headers: { 'if-match': etag } })
      onRemoved()
      void navigate(adminNewsPaths.news(), { state: { said: 'removed' } })
    } catch (error) {
      setProblem((error as Error).message || t('removal.wrong'))
      setBusy(false)
    }
  }
  return (
    <div className="mt-10">
      <button type="button" className="button button-quiet button-danger" onClick={() => setAsking(true)}>
        {t('removal.open')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('removal.question')}
          action={t('removal.submit')}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t('removal.note')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
