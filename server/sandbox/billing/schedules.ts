import { z } from 'zod'
import { assertMethodOfCustomer, endpoint, endpointWithoutParams, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { boolean, integer, itemQuantity, mergeMetadata, metadata, text, unsettableText } from '../api/input.ts'
import { createObject, fillDefaults } from '../create.ts'
import { currentPeriodOf } from '../due.ts'
import { changeFields, emitEvent, updateObject } from '../events.ts'
import type { Phase, Schedule, Subscription, SubscriptionItem } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { isEnded } from './cancellation.ts'
import { interval, planOf } from './catalog.ts'
import { automaticTax } from './invoices.ts'
import { periodEnd } from './proration.ts'

const self = z.strictObject({ type: z.literal('self') }).optional()
const PhaseSettings = z.strictObject({
  automatic_tax: z.strictObject({ enabled: boolean, liability: self }).optional(),
  collection_method: z.literal('charge_automatically').optional(),
  default_payment_method: text.optional(),
  description: unsettableText.optional(),
  invoice_settings: z.strictObject({ description: text.optional(), footer: text.optional(), issuer: self }).optional(),
})
const PhaseInput = PhaseSettings.extend({
  discounts: z.array(z.strictObject({ discount: text })).default([]),
  items: z.array(z.strictObject({ price: text, quantity: itemQuantity.default(1), metadata })).min(1),
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: z.strictObject({ interval, interval_count: integer.default(1) }).optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
  metadata,
})
const NewSchedule = z.strictObject({ from_subscription: text, metadata })
const ScheduleChanges = z.strictObject({
  default_settings: PhaseSettings.extend({ billing_cycle_anchor: z.literal('automatic').optional() }).default({}),
  phases: z.array(PhaseInput).min(1).optional(),
  end_behavior: z.enum(['release', 'cancel']).optional(),
  proration_behavior: z.enum(['none', 'create_prorations']).optional(),
  metadata,
})

const phaseItem = ({ price, quantity }: { price: string; quantity: number }) =>
  fillDefaults('subscription_schedule.phase.item', { plan: price, price, quantity })
const phaseDiscount = (discount: string) => ({ coupon: null, discount, promotion_code: null })
const invoiceSettings = (settings: { description?: string | null; footer?: string | null }) =>
  fillDefaults('subscription_schedule.phase.invoice_settings', settings)
const newPhase = (fields: Partial<Phase>): Phase => fillDefaults('subscription_schedule.phase', fields)

/** Returns the phase of a new schedule: the settings of the subscription in its current period. */
function phaseOf(subscription: Subscription): Phase {
  const { currency, items, discounts, invoice_settings, default_payment_method, description } = subscription
  const { start: start_date, end: end_date } = currentPeriodOf(subscription)
  const { description: note, footer } = invoice_settings
  return newPhase({
    currency,
    start_date,
    end_date,
    items: items.data.map(({ price, quantity }) => phaseItem({ price: price.id, quantity })),
    automatic_tax: automaticTax(subscription.automatic_tax.enabled),
    default_payment_method,
    description,
    discounts: discounts.map(phaseDiscount),
    invoice_settings: note === null && footer === null ? null : invoiceSettings({ description: note, footer }),
  })
}

/** Creates phases from parameters. A setting that the parameters omit is unset. */
function phasesOf(schedule: Schedule, params: z.infer<typeof PhaseInput>[]): Phase[] {
  const [former] = schedule.phases
  let start = former?.start_date ?? schedule.created
  return params.map(({ items, automatic_tax, discounts, duration, invoice_settings, ...phase }, index) => {
    const param = `phases[${index}]`
    for (const { price } of items) getObject('price', price, `${param}[items][0][price]`)
    assertMethodOfCustomer(schedule.customer, phase.default_payment_method, `${param}[default_payment_method]`)
    const begin = phase.start_date ?? start
    const end_date = phase.end_date ?? (duration ? periodEnd(begin, begin, duration) : begin)
    assertRequest(end_date > begin, 'Each phase needs an end after its start.', `${param}[end_date]`)
    start = end_date
    return newPhase({
      ...phase,
      currency: former?.currency ?? 'usd',
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

const findPhase = (phases: Phase[] | undefined, moment: number) =>
  phases?.find(({ start_date, end_date }) => start_date <= moment && moment < end_date)

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
  const schedule = store.find('subscription_schedule', id)
  const running = schedule?.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date)
  if (running) Object.assign(running, { default_payment_method, automatic_tax })
  if (schedule) store.save(schedule)
}

function createSchedule(params: z.infer<typeof NewSchedule>): Schedule {
  const subscription = getObject('subscription', params.from_subscription, 'from_subscription')
  const message = 'You cannot migrate a subscription that is already attached to a schedule.'
  assertRequest(subscription.schedule === null && !isEnded(subscription), message, 'from_subscription')
  const phase = phaseOf(subscription)
  const schedule = createObject('subscription_schedule', {
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: subscription.customer,
    metadata: params.metadata,
    phases: [phase],
    subscription: subscription.id,
  })
  emitEvent('subscription_schedule.created', store.save(schedule))
  changeFields(subscription, { schedule: schedule.id })
  return schedule
}

function getActiveSchedule(id: string, verb: string): Schedule {
  const schedule = getObject('subscription_schedule', id)
  const isActive = schedule.status === 'active'
  assertRequest(isActive, `You cannot ${verb} a subscription schedule that is ${schedule.status}.`, 'id')
  return schedule
}

function changeSchedule(params: z.infer<typeof ScheduleChanges>, id: string): Schedule {
  const found = getActiveSchedule(id, 'update')
  const phases = params.phases && phasesOf(found, params.phases)
  const current = findPhase(phases, clock.now()) ?? phases?.[0]
  const subscription = store.find('subscription', found.subscription)
  if (subscription && current) enterPhase(subscription, current)
  return updateObject(found, 'subscription_schedule.updated', (schedule) => {
    if (phases) schedule.phases = phases
    if (current) schedule.current_phase = { start_date: current.start_date, end_date: current.end_date }
    const { automatic_tax, invoice_settings, ...plain } = params.default_settings
    Object.assign(schedule.default_settings, plain)
    if (automatic_tax) schedule.default_settings.automatic_tax = automaticTax(automatic_tax.enabled)
    Object.assign(schedule.default_settings.invoice_settings, invoice_settings)
    schedule.end_behavior = params.end_behavior ?? schedule.end_behavior
    schedule.metadata = mergeMetadata(schedule.metadata, params.metadata)
  })
}

function release(schedule: Schedule, status: 'released' | 'completed') {
  const subscription = store.find('subscription', schedule.subscription)
  Object.assign(schedule, {
    status,
    current_phase: null,
    released_at: clock.now(),
    ...(status === 'completed' && { completed_at: clock.now() }),
    released_subscription: schedule.subscription,
    subscription: null,
  })
  emitEvent(`subscription_schedule.${status}`, store.save(schedule))
  if (subscription) changeFields(subscription, { schedule: null })
  return schedule
}

/** Returns the items that will be billed for the period that starts at `moment`. */
export function itemsOfPeriodAt(subscription: Subscription, moment: number): SubscriptionItem[] {
  const schedule = store.find('subscription_schedule', subscription.schedule)
  const isOver = schedule?.status === 'active' && (schedule.current_phase?.end_date ?? Infinity) <= moment
  const phase = isOver && findPhase(schedule.phases, moment)
  return phase ? itemsOfPhase(subscription, phase) : subscription.items.data
}

const enterPhase = (subscription: Subscription, phase: Phase) =>
  updateObject(subscription, 'customer.subscription.updated', (record) => applyPhase(record, phase))

/** Starts the next phase if the current phase has ended. After the last phase, completes the schedule. */
export function advanceSchedule(id: string | null) {
  const schedule = store.find('subscription_schedule', id)
  const subscription = store.find('subscription', schedule?.subscription)
  const now = clock.now()
  if (schedule?.status !== 'active' || !subscription || (schedule.current_phase?.end_date ?? 0) > now) return
  const next = findPhase(schedule.phases, now)
  if (!next) return void release(schedule, 'completed')
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date }
  emitEvent('subscription_schedule.updated', store.save(schedule))
  enterPhase(subscription, next)
}

const schedules = '/v1/subscription_schedules'
export const scheduleEndpoints = [
  endpoint('POST', schedules, NewSchedule, createSchedule),
  endpoint('POST', `${schedules}/:id`, ScheduleChanges, changeSchedule),
  endpointWithoutParams('POST', `${schedules}/:id/release`, (id) =>
    release(getActiveSchedule(id, 'release'), 'released'),
  ),
]
