import { stripeIdOf } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

type Schedule = Stripe.SubscriptionSchedule
type Phase = Schedule['phases'][number]
type ScheduleParams = Stripe.SubscriptionScheduleUpdateParams
type PhaseParams = NonNullable<ScheduleParams['phases']>[number]
type Discount = Phase['discounts'][number]

const discountParams = ({ discount, promotion_code, coupon }: Discount) =>
  discount
    ? { discount: stripeIdOf(discount) ?? '' }
    : promotion_code
      ? { promotion_code: stripeIdOf(promotion_code) ?? '' }
      : { coupon: stripeIdOf(coupon) ?? '' }

const idsOf = (references: (string | { id: string })[] | null | undefined) =>
  references?.flatMap((one) => stripeIdOf(one) ?? []) ?? []

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0)

function withoutEmpty<Value extends object>(value: Value): Value {
  const entries = Object.entries(value).map(([name, child]) => [
    name,
    typeof child === 'object' && child !== null && !Array.isArray(child) ? withoutEmpty(child) : child,
  ])
  return Object.fromEntries(entries.filter(([, child]) => isSet(child))) as Value
}

const settingsParams = (settings: Phase['invoice_settings']) =>
  settings && {
    ...settings,
    account_tax_ids: idsOf(settings.account_tax_ids),
    issuer: settings.issuer && { ...settings.issuer, account: stripeIdOf(settings.issuer.account) },
  }

const automaticTaxParams = (tax: Phase['automatic_tax']) =>
  tax && {
    enabled: tax.enabled,
    liability: tax.enabled && tax.liability ? { ...tax.liability, account: stripeIdOf(tax.liability.account) } : null,
  }

const itemParams = ({
  price,
  quantity,
  discounts,
  metadata,
  tax_rates,
  billing_thresholds,
}: Phase['items'][number]) => ({
  price: stripeIdOf(price),
  quantity,
  discounts: discounts.map(discountParams),
  metadata,
  tax_rates: idsOf(tax_rates),
  billing_thresholds,
})

const commonParams = (settings: Phase | Schedule['default_settings']) => ({
  application_fee_percent: settings.application_fee_percent,
  automatic_tax: automaticTaxParams(settings.automatic_tax),
  billing_thresholds: settings.billing_thresholds,
  collection_method: settings.collection_method,
  default_payment_method: stripeIdOf(settings.default_payment_method),
  description: settings.description,
  invoice_settings: settingsParams(settings.invoice_settings),
  on_behalf_of: stripeIdOf(settings.on_behalf_of),
  transfer_data: settings.transfer_data && {
    ...settings.transfer_data,
    destination: stripeIdOf(settings.transfer_data.destination),
  },
})

/** Parameters with all settings of a phase, since Stripe unsets an omitted setting. */
export function phaseSettingsOf(phase: Phase): Omit<PhaseParams, 'start_date' | 'end_date'> {
  const { items, default_tax_rates, discounts, metadata } = phase
  return withoutEmpty({
    ...commonParams(phase),
    items: items.map((item) => withoutEmpty(itemParams(item))),
    default_tax_rates: idsOf(default_tax_rates),
    discounts: discounts.map(discountParams),
    metadata,
  }) as Omit<PhaseParams, 'start_date' | 'end_date'>
}

export const phaseParams = (phase: Phase): PhaseParams => ({
  ...phaseSettingsOf(phase),
  ...withoutEmpty({
    add_invoice_items: phase.add_invoice_items.map((item) =>
      withoutEmpty({
        price: stripeIdOf(item.price),
        quantity: item.quantity,
        discountable: item.discountable,
        discounts: item.discounts.map(discountParams),
        metadata: item.metadata,
        period: item.period,
        tax_rates: idsOf(item.tax_rates),
      }),
    ) as PhaseParams['add_invoice_items'] & object,
    billing_cycle_anchor: phase.billing_cycle_anchor,
    trial: phase.trial || null,
    trial_end: phase.trial_end,
  } as Partial<PhaseParams>),
  start_date: phase.start_date,
  end_date: phase.end_date,
  proration_behavior: phase.proration_behavior,
})

const pauseParams = ({ pause, resume }: Schedule['pause_schedules'][number]) => ({
  pause: {
    pause_at: { type: 'timestamp', timestamp: pause.pause_at },
    ...(pause.settings && { settings: pause.settings }),
  },
  ...(resume && {
    resume: { resume_at: { type: 'timestamp', timestamp: resume.resume_at }, settings: resume.settings },
  }),
})

/** Parameters of a schedule without its phases. Omits a pause that has begun, which Stripe refuses. */
export const scheduleParams = (schedule: Schedule, now: number): ScheduleParams => ({
  ...withoutEmpty({
    metadata: schedule.metadata,
    default_settings: {
      ...commonParams(schedule.default_settings),
      billing_cycle_anchor: schedule.default_settings.billing_cycle_anchor,
    },
    pause_schedules: schedule.pause_schedules.filter(({ pause }) => pause.pause_at > now).map(pauseParams),
  } as ScheduleParams),
  end_behavior: schedule.end_behavior,
})

/** Value in the metadata of our schedules. A schedule made in the Dashboard lacks it. */
export const schedulePurpose = 'price_change'

/** Price of a schedule's last phase. Null if somebody made the schedule in the Dashboard, or it has a pause. */
export function scheduledPriceOf(schedule: string | Stripe.SubscriptionSchedule | null): string | null {
  if (schedule === null || typeof schedule === 'string') return null
  // A schedule with one phase and no metadata is ours: the process ended between two steps.
  const { phases, end_behavior, pause_schedules } = schedule
  const isBegun = phases.length === 1 && end_behavior === 'release'
  if (pause_schedules.length > 0 || (schedule.metadata?.made_for !== schedulePurpose && !isBegun)) return null
  return stripeIdOf(phases.at(-1)?.items[0]?.price)
}
