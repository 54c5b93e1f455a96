import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { send } from '../../app/api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import type { ContentShape } from './content-shapes.ts'
import { contentQuery } from './content.queries.ts'
import { useTranslate } from './messages.ts'

type ContentRemovalProps = {
  shape: Pick<ContentShape<{ id: number }, never>, 'noun' | 'schema' | 'listSchema'>
  id: number
  etag: string
  onRemoved: () => void
}

export function ContentRemoval({ shape, id, etag, onRemoved }: ContentRemovalProps) {
  const { noun } = shape
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
      await send(client, 'DELETE', adminSitePaths.api.contentItem(noun, id), { headers: { 'if-match': etag } })
      onRemoved()
      await client.invalidateQueries({ queryKey: contentQuery(shape).queryKey })
      void navigate(adminSitePaths.content(noun), { state: { said: 'removed' } })
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <div className="mt-10">
      <button type="button" className="button button-quiet button-danger" onClick={() => setAsking(true)}>
        {t(`content.${noun}.remove`)}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t(`content.${noun}.remove_title`)}
          action={t(`content.${noun}.remove`)}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t('content.remove_note')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
