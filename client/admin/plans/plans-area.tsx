import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { useLocale } from '../../app/i18n.tsx'
import { useCurrencyFormat } from '../../app/money.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { PlanEditor } from './plan-editor.tsx'
import { editedQuery } from '../edited.ts'
import { useSaid } from '../use-said.ts'
import { adminPlansQuery, planSchema } from './plans.queries.ts'

function PlanList() {
  const t = useTranslate()
  const locale = useLocale()
  const money = useCurrencyFormat()
  const { data, isError } = useQuery(adminPlansQuery)
  const { notice } = useSaid(() => t('plans.removed'))
  return (
    <>
      <Link to={adminMoneyPaths.newPlan} className="button">
        {t('plans.add')}
      </Link>
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('plans.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data?.length === 0 && <p className="card mt-6 py-10 text-center text-muted">{t('plans.empty')}</p>}
      <ul aria-label={t('plans.list')} className="mt-6 grid max-w-3xl gap-3">
        {data?.map(
          ({ id, slug, texts, tier, currency, purchasable, hidden, monthly_price, yearly_price, subscribers }) => (
            <li key={id} className="card relative flex flex-wrap items-baseline justify-between gap-x-4 p-4">
              <div className="min-w-0">
                <Link
                  to={adminMoneyPaths.plan(id)}
                  className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
                >
                  {texts[locale].name || slug}
                </Link>
                <p className="text-sm text-muted">
                  {[
                    t('plans.tier', { tier }),
                    t(purchasable ? 'plans.sold' : 'plans.not_sold'),
                    hidden && t('plans.hidden'),
                    monthly_price !== null && t('plans.month', { price: money(monthly_price, currency) }),
                    yearly_price !== null && t('plans.year', { price: money(yearly_price, currency) }),
                  ]
                    .filter((part) => part !== false)
                    .join(' · ')}
                </p>
              </div>
              <p className="text-sm text-muted">{t('plans.subscribers', { count: subscribers })}</p>
            </li>
          ),
        )}
      </ul>
      {notice}
    </>
  )
}

function StoredPlan({ id }: { id: string }) {
  const t = useTranslate()
  const { data, error } = useQuery(editedQuery(adminMoneyPaths.api.plan(id), planSchema))
  if (data) return <PlanEditor edited={data} />
  return error ? <p role="alert">{t('plans.missing')}</p> : <Spinner label={t('common.loading')} />
}

export function PlansArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const part = pathname.slice(adminMoneyPaths.plans.length).replaceAll('/', '')
  if (part === '') return <PlanList />
  return (
    <>
      <Link to={adminMoneyPaths.plans} className="inline-block py-1 text-brand underline">
        {t('plans.back')}
      </Link>
      {part === 'new' ? <PlanEditor key="new" edited={null} /> : <StoredPlan key={part} id={part} />}
    </>
  )
}
