import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { RemovalButton } from '../removal-button.tsx'
import { useTranslate } from './messages.ts'
import { adminPlansQuery } from './plans.queries.ts'

/** The server says why a plan stays that somebody had. */
export function PlanRemoval({ id, etag }: { id: number; etag: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <RemovalButton
      label={t('removal.open')}
      title={t('removal.question')}
      action={t('removal.submit')}
      path={adminMoneyPaths.api.plan(id)}
      etag={etag}
      onRemoved={() => {
        for (const { queryKey } of [adminPlansQuery, plansQuery]) void client.invalidateQueries({ queryKey })
        void navigate(adminMoneyPaths.plans, { replace: true, state: { said: 'removed' } })
      }}
    >
      <p>{t('removal.note')}</p>
    </RemovalButton>
  )
}
