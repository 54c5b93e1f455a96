import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { boolean, integer, mergeMetadata, metadata, paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import { planOf } from './objects/catalog.ts'
import { phaseObject, scheduleObject } from './objects/subscription.ts'
import type { Phase, Schedule, Subscription, SubscriptionItem } from './objects/subscription.ts'
import { periodEnd } from './periods.ts'
import { getPrice } from './prices.ts'
import type { Sandbox } from './sandbox.ts'
import { isEnded } from './subscription-end.ts'
import { quantity } from './subscription-items.ts'
import { getSubscription } from './subscriptions.ts'

const NewSchedule = z.strictObject({ from_subscription: text, metadata: metadata.optional() })
const interval = z.enum(['day', 'week', 'month', 'year'])
/** The sandbox's phases change prices only: discounts and tax stay those of the subscription. */
const PhaseInput = z.strictObject({
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  discounts: z
    .array(z.strictObject({ discount: text.optional(), coupon: text.optional(), promotion_code: text.optional() }))
    .optional(),
  items: z.array(z.strictObject({ price: text, quantity: quantity.default(1) })).min(1),
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: z.strictObject({ interval, interval_count: integer.default(1) }).optional(),
  proration_behavior: z.literal('none').optional(),
  metadata: metadata.optional(),
})
const ScheduleChanges = z.strictObject({
  phases: z.array(PhaseInput).min(1).optional(),
  end_behavior: z.enum(['release', 'cancel']).optional(),
  proration_behavior: z.enum(['none', 'create_prorations']).optional(),
  metadata: metadata.optional(),
})

const getSchedule = ({ store }: Sandbox, id: string): Schedule => {
  const schedule = store.find('subscription_schedule', id)
  if (!schedule) throw noSuch('subscription schedule', id)
  return schedule
}

function createSchedule(sandbox: Sandbox, given: z.infer<typeof NewSchedule>): Schedule {
  const { store, clock } = sandbox
  const subscription = getSubscription(sandbox, given.from_subscription, 'from_subscription')
  if (subscription.schedule !== null || isEnded(subscription))
    throw invalidRequest(
      'You cannot migrate a subscription that is already attached to a schedule.',
      'from_subscription',
    )
  const [first] = subscription.items.data
  const phase = phaseObject({
    currency: subscription.currency,
    start_date: first?.current_period_start ?? subscription.created,
    end_date: first?.current_period_end ?? subscription.created,
    items: subscription.items.data.map(({ price, quantity: number }) => ({ price: price.id, quantity: number })),
  })
  const schedule = scheduleObject({
    id: newId('sub_sched'),
    created: clock.now(),
    customer: subscription.customer,
    subscription: subscription.id,
    phases: [phase],
    metadata: mergeMetadata({}, given.metadata),
  })
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  store.save(schedule)
  emit(sandbox, 'subscription_schedule.created', schedule)
  update(sandbox, subscription, 'customer.subscription.updated', (record) => void (record.schedule = schedule.id))
  return schedule
}

function phasesOf(sandbox: Sandbox, schedule: Schedule, given: z.infer<typeof PhaseInput>[]): Phase[] {
  let start = schedule.phases[0]?.start_date ?? schedule.created
  return given.map(({ items, automatic_tax: _tax, discounts: _discounts, ...phase }, place) => {
    for (const { price } of items) getPrice(sandbox, price, `phases[${place}][items][0][price]`)
    const begin = phase.start_date ?? start
    const end_date = phase.end_date ?? (phase.duration && periodEnd(begin, begin, phase.duration))
    if (end_date === undefined || end_date <= begin)
      throw invalidRequest('Each phase needs an end after its start.', `phases[${place}][end_date]`)
    start = end_date
    return phaseObject({
      currency: schedule.phases[0]?.currency ?? 'usd',
      start_date: begin,
      end_date,
      items,
      proration_behavior: 'none',
      metadata: mergeMetadata({}, phase.metadata),
    })
  })
}

function changeSchedule(sandbox: Sandbox, id: string, given: z.infer<typeof ScheduleChanges>): Schedule {
  const found = getSchedule(sandbox, id)
  if (found.status !== 'active')
    throw invalidRequest(`You cannot update a subscription schedule that is ${found.status}.`, 'id')
  const phases = given.phases && phasesOf(sandbox, found, given.phases)
  return update(sandbox, found, 'subscription_schedule.updated', (schedule) => {
    if (phases) {
      const now = sandbox.clock.now()
      const current = phases.find(({ start_date, end_date }) => start_date <= now && now < end_date) ?? phases[0]
      schedule.phases = phases
      schedule.current_phase = current ? { start_date: current.start_date, end_date: current.end_date } : null
    }
    schedule.end_behavior = given.end_behavior ?? schedule.end_behavior
    schedule.metadata = mergeMetadata(schedule.metadata, given.metadata)
  })
}

function release(sandbox: Sandbox, schedule: Schedule, status: 'released' | 'completed') {
  const { store, clock } = sandbox
  const subscription = store.find('subscription', schedule.subscription ?? '')
  schedule.status = status
  schedule.current_phase = null
  schedule.released_at = clock.now()
  if (status === 'completed') schedule.completed_at = clock.now()
  schedule.released_subscription = schedule.subscription
  schedule.subscription = null
  emit(sandbox, `subscription_schedule.${status}`, store.save(schedule))
  if (subscription)
    update(sandbox, subscription, 'customer.subscription.updated', (record) => void (record.schedule = null))
  return schedule
}

const itemsIn = (sandbox: Sandbox, { items }: Subscription, phase: Phase): SubscriptionItem[] =>
  items.data.map((item, place) => {
    const next = phase.items[place]
    const price = getPrice(sandbox, next?.price ?? item.price.id)
    return { ...item, price, plan: planOf(price), quantity: next?.quantity ?? item.quantity }
  })

/** What will be billed for the period that starts at a moment. */
export function itemsAt(sandbox: Sandbox, subscription: Subscription, moment: number): SubscriptionItem[] {
  const schedule = sandbox.store.find('subscription_schedule', subscription.schedule ?? '')
  const isOver = schedule?.status === 'active' && (schedule.current_phase?.end_date ?? Infinity) <= moment
  const phase = isOver && schedule.phases.find(({ start_date, end_date }) => start_date <= moment && moment < end_date)
  return phase ? itemsIn(sandbox, subscription, phase) : subscription.items.data
}

/** The next phase's prices hold from here, without a proration. */
function enterPhase(sandbox: Sandbox, subscription: Subscription, phase: Phase) {
  update(sandbox, subscription, 'customer.subscription.updated', (record) => {
    record.items = { ...record.items, data: itemsIn(sandbox, record, phase) }
    record.metadata = { ...record.metadata, ...phase.metadata }
  })
}

/** What time does to a schedule: asked at its own times and before each renewal. */
export function turnSchedule(sandbox: Sandbox, id: string | null) {
  const { store, clock } = sandbox
  const schedule = store.find('subscription_schedule', id ?? '')
  const subscription = store.find('subscription', schedule?.subscription ?? '')
  const now = clock.now()
  if (schedule?.status !== 'active' || !subscription || (schedule.current_phase?.end_date ?? 0) > now) return
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= now && now < end_date)
  if (!next) return void release(sandbox, schedule, 'completed')
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date }
  emit(sandbox, 'subscription_schedule.updated', store.save(schedule))
  enterPhase(sandbox, subscription, next)
}

const ScheduleList = z.strictObject({ ...paging, customer: text.optional() })

export const scheduleEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/subscription_schedules', NewSchedule, (input) => createSchedule(sandbox, input)),
  endpoint('GET', '/v1/subscription_schedules', ScheduleList, (input) => {
    const schedules = [...sandbox.store.all('subscription_schedule')].filter(
      ({ customer }) => customer === (input.customer ?? customer),
    )
    return pageOf('/v1/subscription_schedules', schedules, input)
  }),
  endpoint('GET', '/v1/subscription_schedules/:id', z.strictObject({}), (_input, { id }) => getSchedule(sandbox, id)),
  endpoint('POST', '/v1/subscription_schedules/:id', ScheduleChanges, (input, { id }) =>
    changeSchedule(sandbox, id, input),
  ),
  endpoint('POST', '/v1/subscription_schedules/:id/release', z.strictObject({}), (_input, { id }) => {
    const schedule = getSchedule(sandbox, id)
    if (schedule.status !== 'active')
      throw invalidRequest(`You cannot release a subscription schedule that is ${schedule.status}.`, 'id')
    return release(sandbox, schedule, 'released')
  }),
]
