import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { send } from '../../app/api.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useTranslate } from './messages.ts'
import { adminPlansQuery } from './plans.queries.ts'

/** The server says why a plan stays that somebody had. */
export function PlanRemoval({ id, etag }: { id: number; etag: string }) {
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
      await send(client, 'DELETE', adminMoneyPaths.api.plan(id), { headers: { 'if-match': etag } })
      for (const { queryKey } of [adminPlansQuery, plansQuery]) void client.invalidateQueries({ queryKey })
      void navigate(adminMoneyPaths.plans, { replace: true, state: { said: 'removed' } })
    } catch (error) {
      setProblem((error as Error).message || t('removal.wrong'))
      setBusy(false)
    }
  }
  return (
    <div>
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
          onClose={() => {
            setAsking(false)
            setProblem('')
          }}
        >
          <p>{t('removal.note')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
