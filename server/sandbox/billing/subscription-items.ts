import { z } from 'zod'
import { invalidRequest } from '../api/errors.ts'
import { integer, text } from '../api/input.ts'
import { createObject } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from '../objects.ts'
import { clock } from '../sandbox.ts'
import { getActivePrice, planOf } from './prices.ts'
import { periodEnd, remainingTimeLine, unusedTimeLine, wholePeriodLine } from './proration.ts'

export const quantity = integer.pipe(z.number().min(1).max(1_000_000))
export const ItemChanges = z.array(
  z.strictObject({ id: text.optional(), price: text.optional(), quantity: quantity.optional() }),
)
type ItemChange = z.infer<typeof ItemChanges>[number]

type ItemsChange = {
  items: ItemChange[]
  startsPeriod: boolean
  prorates: boolean
  prorationDate: number
}
export type ChangedItems = { items: SubscriptionItem[]; lines: InvoiceLine[]; startsPeriod: boolean }

const cadenceOf = ({ price: { recurring } }: SubscriptionItem) => `${recurring.interval} ${recurring.interval_count}`

export const newItem = (fields: ObjectFields<'subscription_item'> & { price: Price }): SubscriptionItem =>
  createObject('subscription_item', { plan: planOf(fields.price), tax_rates: [], ...fields })

/** Adds an item to a subscription. A change that contains an item's id replaces that item instead. */
function addItem(subscription: Subscription, change: ItemChange, index: number): SubscriptionItem {
  const price = getActivePrice(change.price ?? '', `items[${index}][price]`)
  const [first] = subscription.items.data
  if (first?.price.id === price.id)
    throw invalidRequest(
      `Cannot add multiple subscription items with the same price: '${price.id}'`,
      `items[${index}][price]`,
    )
  return newItem({
    subscription: subscription.id,
    price,
    quantity: change.quantity ?? 1,
    current_period_start: first?.current_period_start ?? 0,
    current_period_end: first?.current_period_end ?? 0,
  })
}

function changeItem(item: SubscriptionItem, change: ItemChange, index: number): SubscriptionItem {
  const price =
    change.price === undefined || change.price === item.price.id
      ? item.price
      : getActivePrice(change.price, `items[${index}][price]`)
  if (price.currency !== item.price.currency)
    throw invalidRequest('The price is in another currency than the subscription.', `items[${index}][price]`)
  return {
    ...item,
    price,
    plan: planOf(price),
    quantity: change.quantity ?? item.quantity,
  }
}

/** Returns the items after a change, and its invoice lines. Saves nothing, since previews use it too. */
export function changeItems(subscription: Subscription, change: ItemsChange): ChangedItems {
  const before = subscription.items.data
  const after = new Map(before.map((item) => [item.id, item]))
  change.items.forEach((one, index) => {
    const item = after.get(one.id ?? '')
    if (one.id !== undefined && !item)
      throw invalidRequest(
        `Invalid subscription item: '${one.id}' is not of this subscription.`,
        `items[${index}][id]`,
        'resource_missing',
      )
    if (!item) {
      const added = addItem(subscription, one, index)
      after.set(added.id, added)
    } else after.set(item.id, changeItem(item, one, index))
  })
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
  const credits = change.prorates ? touched.flatMap((item) => unusedTimeLine(item, change.prorationDate) ?? []) : []
  if (startsPeriod) {
    const start = clock.now()
    const items = [...after.values()].map((item) => ({
      ...item,
      current_period_start: start,
      current_period_end: periodEnd(start, start, item.price.recurring),
    }))
    const debits = items.map((item) => {
      return wholePeriodLine(item, { start, end: item.current_period_end })
    })
    return { items, lines: [...credits, ...debits], startsPeriod }
  }
  const debits = [...after.values()]
    .filter((item) => change.prorates && !before.some((former) => former.id === item.id && isSame(former)))
    .map((item) => remainingTimeLine(item, change.prorationDate))
  return { items: [...after.values()], lines: [...credits, ...debits], startsPeriod }
}
