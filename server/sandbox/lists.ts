import { noSuch } from './errors.ts'
import { isWithin } from './input.ts'
import type { Paging } from './input.ts'

export const listOf = <Item>(url: string, data: Item[], has_more = false) => ({
  object: 'list' as const,
  data,
  has_more,
  url,
})

/** The newest first, as all of Stripe's lists. `items` are in the order in which they were made. */
export function pageOf<Item extends { id: string }>(url: string, items: Iterable<Item>, paging: Paging) {
  const { limit, starting_after, ending_before, created } = paging
  const all = [...items].filter((item) => isWithin('created' in item ? Number(item.created) : 0, created)).toReversed()
  const placeOf = (id: string, param: string) => {
    const place = all.findIndex((item) => item.id === id)
    if (place < 0) throw noSuch('object', id, param)
    return place
  }
  if (ending_before !== undefined) {
    const end = placeOf(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return listOf(url, all.slice(start, end), start > 0)
  }
  const start = starting_after === undefined ? 0 : placeOf(starting_after, 'starting_after') + 1
  return listOf(url, all.slice(start, start + limit), all.length > start + limit)
}
