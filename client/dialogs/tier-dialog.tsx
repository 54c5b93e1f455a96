import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { planForTier } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { paths } from '#shared/paths.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { TaxNote } from '../app/format/price.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Progress } from '../ui/progress.tsx'
import type { DialogContent } from './dialog-content.ts'
import { useTranslate } from './messages.ts'

function Cost({ plan }: { plan: Plan }) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const [month, year] = [plan.monthly, plan.yearly].map((price) => price && money(price.price, plan.currency))
  const soldPeriods = month && year ? 'both' : month ? 'month' : 'year'
  return (
    <>
      <p className="mt-3">{t(`tier.${soldPeriods}`, { plan: plan.name, month: month ?? '', year: year ?? '' })}</p>
      <TaxNote plan={plan} />
      <p className="mt-1 text-muted">{t('tier.note')}</p>
    </>
  )
}

const plansFor = (path: string) =>
  `${paths.subscription}?for=${path.replace(/[?#].*/, '').slice(paths.library.length + 1)}`

type TierDialogProps = {
  content: Extract<DialogContent, { kind: 'tier' }>
  onNavigate: (path: string) => void
  onClose: () => void
}

/** Items whose dialog was already shown. The dialog is not shown again on the way back to an item. */
const shownItems = new WeakSet<object>()

export function TierDialog({ content: { back, item }, onNavigate, onClose }: TierDialogProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const { data: plans = [], isLoading } = useQuery({ ...plansQuery, retry: false })
  const { pathname } = useLocation()
  const [wasShown] = useState(() => pathname === back && shownItems.has(item))
  useEffect(() => {
    shownItems.add(item)
    if (wasShown) onClose()
  }, [item, wasShown, onClose])
  if (wasShown) return null
  if (isLoading) return <Progress />
  const plan = planForTier(plans, item.required_tier)
  const title = item.title ?? item.name ?? ''
  return (
    <Dialog title={plan ? t('tier.title', { title, plan: plan.name }) : t('tier.unnamed', { title })} onClose={onClose}>
      {plan && <Cost plan={plan} />}
      <div className="mt-6 grid gap-3">
        <button type="button" className="button" onClick={() => onNavigate(plansFor(back))}>
          {t('tier.plans')}
        </button>
        {!is_signed_in && (
          <>
            <button type="button" className="button button-quiet" onClick={() => onNavigate(paths.login)}>
              {t('dialog.log_in')}
            </button>
            <p className="text-center text-sm text-muted">
              {t(item.name === undefined ? 'tier.subscribed' : 'tier.subscribed_category')}
            </p>
          </>
        )}
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
      </div>
    </Dialog>
  )
}
