import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { phaseParams, scheduleParams, phaseSettingsOf } from '../../../server/subscription/prices/schedule-phases.ts'

const set = {
  add_invoice_items: [],
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: true, liability: { type: 'self' } },
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  currency: 'usd',
  default_payment_method: 'pm_1',
  default_tax_rates: [{ id: 'txr_1' }],
  description: 'As agreed',
  discounts: [
    { coupon: null, discount: 'di_1', promotion_code: null },
    { coupon: null, discount: null, promotion_code: 'promo_1' },
    { coupon: 'HALF', discount: null, promotion_code: null },
  ],
  end_date: 200,
  invoice_settings: {
    account_tax_ids: ['atxi_1'],
    custom_fields: null,
    days_until_due: null,
    description: 'With thanks',
    footer: null,
    issuer: { type: 'self' },
  },
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: { seat: 'a' },
      plan: 'price_1',
      price: 'price_1',
      quantity: 2,
      tax_rates: [{ id: 'txr_2' }],
    },
  ],
  metadata: { of: 'sales' },
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date: 100,
  transfer_data: null,
  trial_end: 150,
} as unknown as Stripe.SubscriptionSchedule.Phase

const settings = {
  automatic_tax: { enabled: true, liability: { type: 'self' } },
  collection_method: 'charge_automatically',
  default_payment_method: 'pm_1',
  default_tax_rates: ['txr_1'],
  description: 'As agreed',
  discounts: [{ discount: 'di_1' }, { promotion_code: 'promo_1' }, { coupon: 'HALF' }],
  invoice_settings: { account_tax_ids: ['atxi_1'], description: 'With thanks', issuer: { type: 'self' } },
  items: [{ price: 'price_1', quantity: 2, metadata: { seat: 'a' }, tax_rates: ['txr_2'] }],
  metadata: { of: 'sales' },
}

test('phaseParams returns exactly the settings of a phase', () => {
  expect(phaseParams(set)).toEqual({
    ...settings,
    trial_end: 150,
    start_date: 100,
    end_date: 200,
    proration_behavior: 'none',
  })
  expect(phaseSettingsOf(set)).toEqual(settings)
  const bare = {
    ...set,
    automatic_tax: { ...set.automatic_tax, enabled: false },
    discounts: [],
    invoice_settings: null,
  }
  expect(phaseSettingsOf(bare as Stripe.SubscriptionSchedule.Phase)).not.toHaveProperty('invoice_settings')
  expect(phaseSettingsOf(bare as Stripe.SubscriptionSchedule.Phase).automatic_tax).toEqual({ enabled: false })
  const fees = [{ discountable: false, discounts: [], metadata: {}, price: 'price_2', quantity: 1, tax_rates: null }]
  const trial = { ...set, add_invoice_items: fees, trial: true } as unknown as Stripe.SubscriptionSchedule.Phase
  expect(phaseParams(trial)).toMatchObject({
    add_invoice_items: [{ discountable: false, price: 'price_2', quantity: 1 }],
    trial: true,
  })
  expect(phaseSettingsOf(trial)).toEqual(settings)
})

const pauseAt = (pause_at: number) => ({
  key: `p_${pause_at}`,
  pause: { pause_at, settings: { type: 'subscription' }, status: { type: 'scheduled' } },
  resume: { resume_at: 400, settings: { billing_cycle_anchor: 'unchanged' }, status: { type: 'scheduled' } },
})

test('scheduleParams returns the settings of a schedule and its future pauses', () => {
  const { items: _, discounts: _discounts, metadata: _metadata, end_date: _end, ...defaults } = set
  const schedule = {
    default_settings: { ...defaults, billing_cycle_anchor: 'automatic' },
    end_behavior: 'cancel',
    metadata: { made_by: 'hand' },
    pause_schedules: [pauseAt(100), pauseAt(300)],
  } as unknown as Stripe.SubscriptionSchedule
  expect(scheduleParams(schedule, 200)).toEqual({
    default_settings: {
      automatic_tax: { enabled: true, liability: { type: 'self' } },
      billing_cycle_anchor: 'automatic',
      collection_method: 'charge_automatically',
      default_payment_method: 'pm_1',
      description: 'As agreed',
      invoice_settings: settings.invoice_settings,
    },
    end_behavior: 'cancel',
    metadata: { made_by: 'hand' },
    pause_schedules: [
      {
        pause: { pause_at: { type: 'timestamp', timestamp: 300 }, settings: { type: 'subscription' } },
        resume: {
          resume_at: { type: 'timestamp', timestamp: 400 },
          settings: { billing_cycle_anchor: 'unchanged' },
        },
      },
    ],
  })
})
