import { useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { AdminPlan, AdminPlanRow } from '#shared/admin/plans.ts'
import type { PlanState } from '#shared/admin/plans.ts'
import { figurePlaceholders } from '#shared/library/figures.ts'
import { planPlaceholders } from '#shared/subscription/placeholders.ts'
import { taxBehaviors } from '#shared/subscription/schema.ts'
import { apiQuery } from '../../app/api.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { useLocale } from '../../app/i18n.tsx'
import { plansQuery } from '../../app/plans.queries.ts'
import { Field } from '../../ui/field.tsx'
import { EntityArea } from '../entity-area.tsx'
import type { Entity } from '../entity-editor.tsx'
import type { FieldContext } from '../fields.ts'
import { useTranslate } from './messages.ts'
import { PriceChanges } from './price-changes.tsx'

const { api } = adminMoneyPaths
const adminPlansQuery = apiQuery(api.plans, import.meta.env.DEV && z.array(AdminPlanRow))
const prices = ['monthly_price', 'monthly_old_price', 'yearly_price', 'yearly_old_price', 'yearly_discount'] as const
type Plans = Entity<AdminPlan, PlanState, AdminPlanRow>

function CurrencyField({ draft, set, errorOf }: FieldContext<PlanState>) {
  const t = useTranslate()
  return (
    <Field
      label={t('plans.fields.currency')}
      value={draft.currency}
      hint={t('plans.fields.currency_hint')}
      error={errorOf('currency')}
      onChange={({ target }) => set({ currency: target.value.toUpperCase() })}
    />
  )
}

/** Fields of a plan. The slug of a saved plan cannot be changed. */
function usePlanFields(isNew: boolean): Plans['fields'] {
  const t = useTranslate()
  const figures = t('plans.fields.figures_hint', { placeholders: figurePlaceholders, plans: planPlaceholders })
  const half = (name: 'slug' | 'tax_behavior' | 'position' | 'tier' | (typeof prices)[number]) =>
    ({ label: t(`plans.fields.${name}`), isHalf: true }) as const
  return [
    { path: 'texts.*.name', kind: 'line', label: t('plans.fields.name') },
    { path: 'texts.*.sub_title', kind: 'line', label: t('plans.fields.sub_title') },
    { path: 'texts.*.description', kind: 'text', label: t('plans.fields.description'), hint: figures },
    {
      path: 'texts.*.unavailable_text',
      kind: 'line',
      label: t('plans.fields.unavailable_text'),
      hint: t('plans.fields.unavailable_hint'),
    },
    { path: 'slug', ...half('slug'), kind: 'slug', hint: t('plans.fields.slug_hint'), input: { readOnly: !isNew } },
    {
      path: 'currency',
      kind: 'custom',
      label: t('plans.fields.currency'),
      initial: 'USD',
      isHalf: true,
      // A logged price change has a currency, but cannot be restored.
      read: (plan) => ('texts' in plan ? plan.currency : undefined),
      render: (context) => <CurrencyField {...context} />,
    },
    {
      path: 'tax_behavior',
      ...half('tax_behavior'),
      kind: 'choice',
      options: taxBehaviors.map((value) => ({ value, name: t(`plans.tax_behaviors.${value}`) })),
      hint: t('plans.fields.tax_behavior_hint'),
      initial: 'exclusive',
    },
    { path: 'position', ...half('position'), kind: 'number', initial: 10 },
    { path: 'tier', ...half('tier'), kind: 'number', initial: 1 },
    ...prices.map((name) => ({
      path: name,
      ...half(name),
      kind: 'number' as const,
      isNullable: true,
      input: { step: 'any' },
    })),
    { path: 'purchasable', kind: 'checkbox', label: t('plans.fields.purchasable') },
    { path: 'hidden', kind: 'checkbox', label: t('plans.fields.hidden'), hint: t('plans.fields.hidden_hint') },
  ]
}

function usePlans(isNew: boolean): Plans {
  const t = useTranslate()
  const locale = useLocale()
  const money = useCurrencyFormat()
  return {
    kind: 'plan',
    schema: import.meta.env.DEV && AdminPlan,
    api: { list: api.plans, item: api.plan },
    pages: { list: adminMoneyPaths.plans, item: adminMoneyPaths.plan },
    keys: [adminPlansQuery.queryKey, plansQuery.queryKey],
    fields: usePlanFields(isNew),
    isGroupedByLanguage: true,
    title: ({ texts }) => texts[locale].name || t('plans.new'),
    below: ({ item, show }) => item && <PriceChanges plan={item} onChanged={show} />,
    // The server explains in its response why a plan with subscribers cannot be removed.
    removal: { note: t('plans.remove_note') },
    listing: {
      query: adminPlansQuery,
      label: t('plans.list'),
      add: t('plans.add'),
      empty: t('plans.empty'),
      row: ({ slug, texts, tier, currency, purchasable, hidden, monthly_price, yearly_price, subscribers }) => ({
        name: texts[locale].name || slug,
        notes: [
          t('plans.tier', { tier }),
          t(purchasable ? 'plans.sold' : 'plans.not_sold'),
          hidden && t('plans.hidden'),
          monthly_price !== null && t('plans.month', { price: money(monthly_price, currency) }),
          yearly_price !== null && t('plans.year', { price: money(yearly_price, currency) }),
          t('plans.subscribers', { count: subscribers }),
        ],
      }),
    },
  }
}

export function PlansArea() {
  const { pathname } = useLocation()
  const part = pathname.slice(adminMoneyPaths.plans.length).replaceAll('/', '')
  return <EntityArea entity={usePlans(part === 'new')} part={part} />
}
