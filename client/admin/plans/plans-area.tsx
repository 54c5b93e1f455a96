import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { useLocale } from '../../app/i18n.tsx'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { EntityPages } from '../entity.tsx'
import { CardList } from '../list.tsx'
import { useFlashMessage } from '../use-flash-message.ts'
import { useTranslate } from './messages.ts'
import { adminPlansQuery, planConfig, PlanEditor } from './plan-editor.tsx'

function PlanList() {
  const t = useTranslate()
  const locale = useLocale()
  const money = useCurrencyFormat()
  const { data: rows, isError } = useQuery(adminPlansQuery)
  const { notice } = useFlashMessage(() => t('plans.removed'))
  return (
    <CardList
      add={{ to: adminMoneyPaths.newPlan, label: t('plans.add') }}
      label={t('plans.list')}
      failed={t('plans.failed')}
      empty={t('plans.empty')}
      card={({ id, slug, texts, tier, currency, purchasable, hidden, monthly_price, yearly_price, subscribers }) => ({
        to: adminMoneyPaths.plan(id),
        name: texts[locale].name || slug,
        note: [
          t('plans.tier', { tier }),
          t(purchasable ? 'plans.sold' : 'plans.not_sold'),
          hidden && t('plans.hidden'),
          monthly_price !== null && t('plans.month', { price: money(monthly_price, currency) }),
          yearly_price !== null && t('plans.year', { price: money(yearly_price, currency) }),
        ]
          .filter((part) => part !== false)
          .join(' · '),
        aside: t('plans.subscribers', { count: subscribers }),
      })}
      {...{ rows, isError, notice }}
    />
  )
}

export function PlansArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <EntityPages
      config={planConfig}
      part={pathname.slice(adminMoneyPaths.plans.length).replaceAll('/', '')}
      texts={{ gone: t('plans.missing'), back: t('plans.back') }}
      list={<PlanList />}
      Editor={PlanEditor}
    />
  )
}
