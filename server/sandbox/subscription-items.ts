import { z } from 'zod'
import { invalidRequest } from './errors.ts'
import { newId } from './ids.ts'
import { boolean, integer, mergeMetadata, metadata, text } from './input.ts'
import { planOf } from './objects/catalog.ts'
import type { InvoiceLine } from './objects/invoice.ts'
import { subscriptionItemObject } from './objects/subscription.ts'
import type { Subscription, SubscriptionItem } from './objects/subscription.ts'
import { periodEnd } from './periods.ts'
import { getActivePrice } from './prices.ts'
import { remainingTimeLine, unusedTimeLine, wholePeriodLine } from './proration.ts'
import type { Sandbox } from './sandbox.ts'

export const quantity = integer.pipe(z.number().min(1).max(1_000_000))
export const ItemChanges = z.array(
  z.strictObject({
    id: text.optional(),
    price: text.optional(),
    quantity: quantity.optional(),
    deleted: boolean.optional(),
    metadata: metadata.optional(),
  }),
)
type ItemChange = z.infer<typeof ItemChanges>[number]

export type ItemsChange = {
  items: ItemChange[]
  startsPeriod: boolean
  prorates: boolean
  prorationDate: number
}
export type ChangedItems = { items: SubscriptionItem[]; lines: InvoiceLine[]; startsPeriod: boolean }

const cadenceOf = ({ price: { recurring } }: SubscriptionItem) => `${recurring.interval} ${recurring.interval_count}`

/** An item without an id is a further one: it replaces nothing. */
function addItem(sandbox: Sandbox, subscription: Subscription, change: ItemChange, place: number): SubscriptionItem {
  const price = getActivePrice(sandbox, change.price ?? '', `items[${place}][price]`)
  const [first] = subscription.items.data
  if (first?.price.id === price.id)
    throw invalidRequest(
      `Cannot add multiple subscription items with the same price: '${price.id}'`,
      `items[${place}][price]`,
    )
  return subscriptionItemObject({
    id: newId('si'),
    created: sandbox.clock.now(),
    subscription: subscription.id,
    price,
    quantity: change.quantity ?? 1,
    period: { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 },
    metadata: mergeMetadata({}, change.metadata),
  })
}

function changeItem(sandbox: Sandbox, item: SubscriptionItem, change: ItemChange, place: number): SubscriptionItem {
  const price =
    change.price === undefined || change.price === item.price.id
      ? item.price
      : getActivePrice(sandbox, change.price, `items[${place}][price]`)
  if (price.currency !== item.price.currency)
    throw invalidRequest('The price is in another currency than the subscription.', `items[${place}][price]`)
  return {
    ...item,
    price,
    plan: planOf(price),
    quantity: change.quantity ?? item.quantity,
    metadata: mergeMetadata(item.metadata, change.metadata),
  }
}

/** What the items will be, and what that costs today. Changes nothing: a preview and the change itself ask it. */
export function changeItems(sandbox: Sandbox, subscription: Subscription, change: ItemsChange): ChangedItems {
  const before = subscription.items.data
  const after = new Map(before.map((item) => [item.id, item]))
  change.items.forEach((one, place) => {
    const item = after.get(one.id ?? '')
    if (one.id !== undefined && !item)
      throw invalidRequest(
        `Invalid subscription item: '${one.id}' is not of this subscription.`,
        `items[${place}][id]`,
        'resource_missing',
      )
    if (!item) {
      const added = addItem(sandbox, subscription, one, place)
      after.set(added.id, added)
    } else if (one.deleted) after.delete(item.id)
    else after.set(item.id, changeItem(sandbox, item, one, place))
  })
  if (after.size === 0) throw invalidRequest('A subscription must have at least one active plan.', 'items')

  const isSame = (item: SubscriptionItem) => {
    const now = after.get(item.id)
    return now !== undefined && now.price.id === item.price.id && now.quantity === item.quantity
  }
  const startsPeriod =
    change.startsPeriod ||
    [...after.values()].some((item) => {
      const former = before.find(({ id }) => id === item.id)
      return former !== undefined && cadenceOf(former) !== cadenceOf(item)
    })
  const touched = startsPeriod ? before : before.filter((item) => !isSame(item))
  const credits = change.prorates
    ? touched.flatMap((item) => unusedTimeLine(sandbox, item, change.prorationDate) ?? [])
    : []
  if (startsPeriod) {
    const start = sandbox.clock.now()
    const items = [...after.values()].map((item) => ({
      ...item,
      current_period_start: start,
      current_period_end: periodEnd(start, start, item.price.recurring),
    }))
    const debits = items.map((item) => {
      return wholePeriodLine(sandbox, item, { start, end: item.current_period_end })
    })
    return { items, lines: [...credits, ...debits], startsPeriod }
  }
  const debits = [...after.values()]
    .filter((item) => change.prorates && !before.some((former) => former.id === item.id && isSame(former)))
    .map((item) => remainingTimeLine(sandbox, item, change.prorationDate))
  return { items: [...after.values()], lines: [...credits, ...debits], startsPeriod }
}
