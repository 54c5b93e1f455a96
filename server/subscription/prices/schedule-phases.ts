import { idOf } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

type Phase = Stripe.SubscriptionSchedule.Phase
type PhaseParams = Stripe.SubscriptionScheduleUpdateParams.Phase
type Discount = Phase['discounts'][number]

const discountParams = ({ discount, promotion_code, coupon }: Discount) =>
  discount
    ? { discount: idOf(discount) ?? '' }
    : promotion_code
      ? { promotion_code: idOf(promotion_code) ?? '' }
      : { coupon: idOf(coupon) ?? '' }

const idsOf = (references: (string | { id: string })[] | null | undefined) =>
  references?.flatMap((one) => idOf(one) ?? []) ?? []

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0)

/** Without what is null or empty, at every level. */
function compact<Value extends object>(value: Value): Value {
  const entries = Object.entries(value).map(([name, child]) => [
    name,
    typeof child === 'object' && child !== null && !Array.isArray(child) ? compact(child) : child,
  ])
  return Object.fromEntries(entries.filter(([, child]) => isSet(child))) as Value
}

const settingsParams = (settings: Phase['invoice_settings']) =>
  settings && {
    ...settings,
    account_tax_ids: idsOf(settings.account_tax_ids),
    issuer: settings.issuer && { ...settings.issuer, account: idOf(settings.issuer.account) },
  }

const automaticTaxParams = ({ automatic_tax: tax }: Phase) =>
  tax?.enabled && {
    enabled: true,
    liability: tax.liability && { ...tax.liability, account: idOf(tax.liability.account) },
  }

const itemParams = ({
  price,
  quantity,
  discounts,
  metadata,
  tax_rates,
  billing_thresholds,
}: Phase['items'][number]) => ({
  price: idOf(price),
  quantity,
  discounts: discounts.map(discountParams),
  metadata,
  tax_rates: idsOf(tax_rates),
  billing_thresholds,
})

/** What the subscription is during a phase, as parameters: what a phase is sent without is lost to it. */
export function settingsOf(phase: Phase): Omit<PhaseParams, 'start_date' | 'end_date'> {
  const { items, default_payment_method, default_tax_rates, discounts, invoice_settings, transfer_data } = phase
  return compact({
    items: items.map((item) => compact(itemParams(item))),
    application_fee_percent: phase.application_fee_percent,
    automatic_tax: automaticTaxParams(phase) || null,
    billing_thresholds: phase.billing_thresholds,
    collection_method: phase.collection_method,
    default_payment_method: idOf(default_payment_method),
    default_tax_rates: idsOf(default_tax_rates),
    description: phase.description,
    discounts: discounts.map(discountParams),
    invoice_settings: settingsParams(invoice_settings),
    metadata: phase.metadata,
    on_behalf_of: idOf(phase.on_behalf_of),
    transfer_data: transfer_data && { ...transfer_data, destination: idOf(transfer_data.destination) },
  }) as Omit<PhaseParams, 'start_date' | 'end_date'>
}

/** A whole phase as parameters that change nothing. */
export const phaseParams = (phase: Phase): PhaseParams => ({
  ...settingsOf(phase),
  ...compact({
    add_invoice_items: phase.add_invoice_items.map((item) =>
      compact({
        price: idOf(item.price),
        quantity: item.quantity,
        discounts: item.discounts.map(discountParams),
        metadata: item.metadata,
        period: item.period,
        tax_rates: idsOf(item.tax_rates),
      }),
    ) as PhaseParams['add_invoice_items'] & object,
    billing_cycle_anchor: phase.billing_cycle_anchor,
    trial_end: phase.trial_end,
  } as Partial<PhaseParams>),
  start_date: phase.start_date,
  end_date: phase.end_date,
  proration_behavior: phase.proration_behavior,
})
