import { z } from 'zod'
import { assertRequest } from '../api/errors.ts'
import { integer, quantity, text } from '../api/input.ts'
import { currentPeriodOf } from '../due.ts'
import type { InvoiceLine, Subscription, SubscriptionItem } from '../objects.ts'
import { clock } from '../sandbox.ts'
import { getActivePrice, planOf } from './catalog.ts'
import { periodEnd, remainingTimeLine, unusedTimeLine, wholePeriodLine } from './proration.ts'
import { newItem } from './subscriptions.ts'

const ItemChange = z.strictObject({ id: text.optional(), price: text.optional(), quantity: quantity.optional() })
type ItemChange = z.infer<typeof ItemChange>

/** Parameters of a change of items, and of its preview. */
export const itemParams = {
  items: z.array(ItemChange).optional(),
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).default('create_prorations'),
  proration_date: integer.optional(),
}
const ItemParams = z.strictObject(itemParams)
export type ChangedItems = { items: SubscriptionItem[]; lines: InvoiceLine[]; startsPeriod: boolean }

const cadenceOf = ({ price: { recurring } }: SubscriptionItem) => `${recurring.interval} ${recurring.interval_count}`
const isSame = (one: SubscriptionItem, other: SubscriptionItem | undefined) =>
  one.price.id === other?.price.id && one.quantity === other.quantity

/** Adds an item to a subscription. A change that contains an item's id replaces that item instead. */
function addItem(subscription: Subscription, change: ItemChange, param: string): SubscriptionItem {
  const price = getActivePrice(change.price, param)
  const isNew = subscription.items.data[0]?.price.id !== price.id
  assertRequest(isNew, `Cannot add multiple subscription items with the same price: '${price.id}'`, param)
  const { start: current_period_start, end: current_period_end } = currentPeriodOf(subscription)
  const period = { current_period_start, current_period_end }
  return newItem({ ...period, subscription: subscription.id, price, quantity: change.quantity ?? 1 })
}

function changeItem(item: SubscriptionItem, change: ItemChange, param: string): SubscriptionItem {
  const isMoved = change.price !== undefined && change.price !== item.price.id
  const price = isMoved ? getActivePrice(change.price, param) : item.price
  const isCurrency = price.currency === item.price.currency
  assertRequest(isCurrency, 'The price is in another currency than the subscription.', param)
  return { ...item, price, plan: planOf(price), quantity: change.quantity ?? item.quantity }
}

function itemsAfter(subscription: Subscription, changes: ItemChange[]): SubscriptionItem[] {
  const after = new Map(subscription.items.data.map((item) => [item.id, item]))
  for (const [index, change] of changes.entries()) {
    const item = after.get(change.id ?? '')
    const isKnown = change.id === undefined || item !== undefined
    const message = `Invalid subscription item: '${change.id}' is not of this subscription.`
    assertRequest(isKnown, message, `items[${index}][id]`, 'resource_missing')
    const param = `items[${index}][price]`
    const changed = item ? changeItem(item, change, param) : addItem(subscription, change, param)
    after.set(changed.id, changed)
  }
  return [...after.values()]
}

/** Returns the items after a change, and its invoice lines. Saves nothing, since previews use it too. */
export function changeItems(subscription: Subscription, change: z.infer<typeof ItemParams>): ChangedItems {
  const before = new Map(subscription.items.data.map((item) => [item.id, item]))
  const items = itemsAfter(subscription, change.items ?? [])
  const date = change.proration_date ?? clock.now()
  const startsPeriod =
    change.billing_cycle_anchor?.type === 'now' ||
    items.some((item) => cadenceOf(before.get(item.id) ?? item) !== cadenceOf(item))
  const changed = items.filter((item) => !isSame(item, before.get(item.id)))
  const replaced = [...before.values()].filter(({ id }) => startsPeriod || changed.some((item) => item.id === id))
  const prorates = change.proration_behavior !== 'none'
  const credits = prorates ? replaced.flatMap((item) => unusedTimeLine(item, date)) : []
  if (!startsPeriod) {
    const debits = prorates ? changed.map((item) => remainingTimeLine(item, date)) : []
    return { items, lines: [...credits, ...debits], startsPeriod }
  }
  const start = clock.now()
  const moved = items.map((item) => {
    const end = periodEnd(start, start, item.price.recurring)
    return { ...item, current_period_start: start, current_period_end: end }
  })
  const debits = moved.map((item) => wholePeriodLine(item, { start, end: item.current_period_end }))
  return { items: moved, lines: [...credits, ...debits], startsPeriod }
}
