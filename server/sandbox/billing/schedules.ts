import { z } from 'zod'
import { endpointWithoutParams, endpoint, retrieveEndpoint } from '../api/endpoint.ts'
import { invalidRequest } from '../api/errors.ts'
import { boolean, unsettableText, integer, mergeMetadata, metadata, text } from '../api/input.ts'
import { getObject, assertMethodOfCustomer } from '../api/retrieval.ts'
import { createObject, fillDefaults } from '../create.ts'
import { changeFields, emitEvent, updateObject } from '../events.ts'
import type { Phase, Schedule, Subscription, SubscriptionItem } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { isEnded } from './cancellation.ts'
import { automaticTax } from './invoices.ts'
import { planOf } from './prices.ts'
import { periodEnd } from './proration.ts'
import { quantity } from './subscription-items.ts'

const interval = z.enum(['day', 'week', 'month', 'year'])
const self = z.strictObject({ type: z.literal('self') })
const phaseSettings = {
  automatic_tax: z.strictObject({ enabled: boolean, liability: self.optional() }).optional(),
  collection_method: z.literal('charge_automatically').optional(),
  default_payment_method: text.optional(),
  description: unsettableText.optional(),
  invoice_settings: z
    .strictObject({ description: text.optional(), footer: text.optional(), issuer: self.optional() })
    .optional(),
}
const PhaseInput = z.strictObject({
  ...phaseSettings,
  discounts: z.array(z.strictObject({ discount: text })).optional(),
  items: z.array(z.strictObject({ price: text, quantity: quantity.default(1), metadata: metadata.optional() })).min(1),
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: z.strictObject({ interval, interval_count: integer.default(1) }).optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
  metadata: metadata.optional(),
})

const phaseItem = ({ price, quantity: number }: { price: string; quantity: number }) =>
  fillDefaults('subscription_schedule.phase.item', { plan: price, price, quantity: number, tax_rates: [] })
const phaseDiscount = (discount: string) => ({ coupon: null, discount, promotion_code: null })
const invoiceSettings = (settings: { description?: string | null; footer?: string | null }) =>
  fillDefaults('subscription_schedule.phase.invoice_settings', { issuer: { type: 'self' }, ...settings })

const newPhase = (fields: Partial<Phase>): Phase =>
  fillDefaults('subscription_schedule.phase', {
    default_tax_rates: [],
    proration_behavior: 'create_prorations',
    ...fields,
  })

/** Returns the phase of a new schedule: the settings of the subscription in its current period. */
function phaseOf(subscription: Subscription): Phase {
  const { currency, items, created, discounts, invoice_settings: settings } = subscription
  const [first] = items.data
  const { description, footer } = settings
  return newPhase({
    currency,
    start_date: first?.current_period_start ?? created,
    end_date: first?.current_period_end ?? created,
    items: items.data.map(({ price, quantity: number }) => phaseItem({ price: price.id, quantity: number })),
    automatic_tax: automaticTax(subscription.automatic_tax.enabled),
    default_payment_method: subscription.default_payment_method,
    description: subscription.description,
    discounts: discounts.map(phaseDiscount),
    invoice_settings: description === null && footer === null ? null : invoiceSettings({ description, footer }),
  })
}

/** Creates phases from parameters. A setting that the parameters omit is unset. */
function phasesOf(schedule: Schedule, params: z.infer<typeof PhaseInput>[]): Phase[] {
  let start = schedule.phases[0]?.start_date ?? schedule.created
  return params.map(({ items, automatic_tax, discounts = [], duration, invoice_settings, ...phase }, index) => {
    for (const { price } of items) getObject('price', price, `phases[${index}][items][0][price]`)
    const param = `phases[${index}][default_payment_method]`
    assertMethodOfCustomer(schedule.customer, phase.default_payment_method, param)
    const begin = phase.start_date ?? start
    const end_date = phase.end_date ?? (duration && periodEnd(begin, begin, duration))
    if (end_date === undefined || end_date <= begin)
      throw invalidRequest('Each phase needs an end after its start.', `phases[${index}][end_date]`)
    start = end_date
    return newPhase({
      ...phase,
      currency: schedule.phases[0]?.currency ?? 'usd',
      start_date: begin,
      end_date,
      items: items.map(phaseItem),
      automatic_tax: automaticTax(automatic_tax?.enabled),
      discounts: discounts.map(({ discount }) => phaseDiscount(discount)),
      invoice_settings: invoice_settings && invoiceSettings(invoice_settings),
      metadata: mergeMetadata({}, phase.metadata),
    })
  })
}

const itemsOfPhase = ({ items }: Subscription, phase: Phase): SubscriptionItem[] =>
  items.data.map((item, index) => {
    const next = phase.items[index]
    const price = getObject('price', next?.price ?? item.price.id)
    return { ...item, price, plan: planOf(price), quantity: next?.quantity ?? item.quantity }
  })

/** Replaces the settings of a subscription by those of a phase. */
function applyPhase(record: Subscription, phase: Phase) {
  record.items = { ...record.items, data: itemsOfPhase(record, phase) }
  record.metadata = { ...record.metadata, ...phase.metadata }
  record.default_payment_method = phase.default_payment_method
  record.automatic_tax = { ...automaticTax(), ...phase.automatic_tax }
  record.description = phase.description
  record.discounts = phase.discounts.flatMap(({ discount }) => discount ?? [])
  const { description = null, footer = null } = phase.invoice_settings ?? {}
  record.invoice_settings = { ...record.invoice_settings, description, footer }
}

/** Copies settings of a subscription to the current phase of its schedule. */
export function copySettingsToPhase({ schedule: id, default_payment_method, automatic_tax }: Subscription) {
  const schedule = store.find('subscription_schedule', id ?? '')
  const running = schedule?.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date)
  if (!schedule || !running) return
  running.default_payment_method = default_payment_method
  running.automatic_tax = automatic_tax
  store.save(schedule)
}

const NewSchedule = z.strictObject({ from_subscription: text, metadata: metadata.optional() })
const ScheduleChanges = z.strictObject({
  default_settings: z
    .strictObject({ ...phaseSettings, billing_cycle_anchor: z.literal('automatic').optional() })
    .optional(),
  phases: z.array(PhaseInput).min(1).optional(),
  end_behavior: z.enum(['release', 'cancel']).optional(),
  proration_behavior: z.enum(['none', 'create_prorations']).optional(),
  metadata: metadata.optional(),
})

function createSchedule(params: z.infer<typeof NewSchedule>): Schedule {
  const subscription = getObject('subscription', params.from_subscription, 'from_subscription')
  if (subscription.schedule !== null || isEnded(subscription))
    throw invalidRequest(
      'You cannot migrate a subscription that is already attached to a schedule.',
      'from_subscription',
    )
  const phase = phaseOf(subscription)
  const schedule = createObject('subscription_schedule', {
    billing_mode: { flexible: {}, type: 'flexible' },
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: subscription.customer,
    default_settings: {
      billing_cycle_anchor: 'automatic',
      collection_method: 'charge_automatically',
      invoice_settings: { issuer: { type: 'self' } },
    },
    end_behavior: 'release',
    metadata: params.metadata,
    phases: [phase],
    status: 'active',
    subscription: subscription.id,
  })
  emitEvent('subscription_schedule.created', store.save(schedule))
  changeFields(subscription, { schedule: schedule.id })
  return schedule
}

function changeSchedule(id: string, params: z.infer<typeof ScheduleChanges>): Schedule {
  const found = getObject('subscription_schedule', id)
  if (found.status !== 'active')
    throw invalidRequest(`You cannot update a subscription schedule that is ${found.status}.`, 'id')
  const phases = params.phases && phasesOf(found, params.phases)
  const now = clock.now()
  const current = phases?.find(({ start_date, end_date }) => start_date <= now && now < end_date) ?? phases?.[0]
  const subscription = store.find('subscription', found.subscription ?? '')
  if (subscription && current) enterPhase(subscription, current)
  return updateObject(found, 'subscription_schedule.updated', (schedule) => {
    if (phases) {
      schedule.phases = phases
      schedule.current_phase = current ? { start_date: current.start_date, end_date: current.end_date } : null
    }
    const { automatic_tax, invoice_settings, ...plain } = params.default_settings ?? {}
    Object.assign(schedule.default_settings, plain)
    if (automatic_tax) schedule.default_settings.automatic_tax = automaticTax(automatic_tax.enabled)
    Object.assign(schedule.default_settings.invoice_settings, invoice_settings)
    schedule.end_behavior = params.end_behavior ?? schedule.end_behavior
    schedule.metadata = mergeMetadata(schedule.metadata, params.metadata)
  })
}

function release(schedule: Schedule, status: 'released' | 'completed') {
  const subscription = store.find('subscription', schedule.subscription ?? '')
  schedule.status = status
  schedule.current_phase = null
  schedule.released_at = clock.now()
  if (status === 'completed') schedule.completed_at = clock.now()
  schedule.released_subscription = schedule.subscription
  schedule.subscription = null
  emitEvent(`subscription_schedule.${status}`, store.save(schedule))
  if (subscription) changeFields(subscription, { schedule: null })
  return schedule
}

/** Returns the items that will be billed for the period that starts at `moment`. */
export function itemsOfPeriodAt(subscription: Subscription, moment: number): SubscriptionItem[] {
  const schedule = store.find('subscription_schedule', subscription.schedule ?? '')
  const isOver = schedule?.status === 'active' && (schedule.current_phase?.end_date ?? Infinity) <= moment
  const phase = isOver && schedule.phases.find(({ start_date, end_date }) => start_date <= moment && moment < end_date)
  return phase ? itemsOfPhase(subscription, phase) : subscription.items.data
}

/** Applies a phase without a proration. */
function enterPhase(subscription: Subscription, phase: Phase) {
  updateObject(subscription, 'customer.subscription.updated', (record) => {
    applyPhase(record, phase)
  })
}

/** Starts the next phase if the current phase has ended. After the last phase, completes the schedule. */
export function advanceSchedule(id: string | null) {
  const schedule = store.find('subscription_schedule', id ?? '')
  const subscription = store.find('subscription', schedule?.subscription ?? '')
  const now = clock.now()
  if (schedule?.status !== 'active' || !subscription || (schedule.current_phase?.end_date ?? 0) > now) return
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= now && now < end_date)
  if (!next) return void release(schedule, 'completed')
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date }
  emitEvent('subscription_schedule.updated', store.save(schedule))
  enterPhase(subscription, next)
}

const schedules = '/v1/subscription_schedules'
export const scheduleEndpoints = [
  endpoint('POST', schedules, NewSchedule, (input) => createSchedule(input)),
  retrieveEndpoint(schedules, 'subscription_schedule'),
  endpoint('POST', `${schedules}/:id`, ScheduleChanges, (input, { id }) => changeSchedule(id, input)),
  endpointWithoutParams('POST', `${schedules}/:id/release`, (id) => {
    const schedule = getObject('subscription_schedule', id)
    if (schedule.status !== 'active')
      throw invalidRequest(`You cannot release a subscription schedule that is ${schedule.status}.`, 'id')
    return release(schedule, 'released')
  }),
]
