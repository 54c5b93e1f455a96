import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { send } from '../../app/api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useTranslate } from './messages.ts'
import { announcementsQuery } from './site.queries.ts'

export function AnnouncementRemoval({ id, etag, onRemoved }: { id: number; etag: string; onRemoved: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const remove = async () => {
    setBusy(true)
    setProblem('')
    try {
      await send(client, 'DELETE', adminSitePaths.api.announcement(id), { headers: { 'if-match': etag } })
      onRemoved()
      await client.invalidateQueries({ queryKey: announcementsQuery.queryKey })
      void navigate(adminSitePaths.announcements, { state: { said: 'removed' } })
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <div className="mt-10">
      <button type="button" className="button button-quiet button-danger" onClick={() => setAsking(true)}>
        {t('announcement.remove')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('announcement.remove_title')}
          action={t('announcement.remove')}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t('announcement.remove_note')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
