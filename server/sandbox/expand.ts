import { invalidRequest } from './errors.ts'
import type { Form } from './form.ts'
import { listOf } from './lists.ts'
import type { Sandbox } from './sandbox.ts'
import type { Table } from './tables.ts'

const mostLevels = 4

const tablesByPrefix: Record<string, Table> = {
  cus: 'customer',
  pm: 'payment_method',
  prod: 'product',
  price: 'price',
  promo: 'promotion_code',
  di: 'discount',
  cs: 'checkout.session',
  sub: 'subscription',
  sched: 'subscription_schedule',
  in: 'invoice',
  inpay: 'invoice_payment',
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  dp: 'dispute',
}

type Loose = Record<string, unknown>

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists that an object carries only when they are asked for. */
function includedIn(sandbox: Sandbox, object: Loose, name: string): unknown {
  const { store } = sandbox
  const id = String(object.id)
  switch (`${String(object.object)} ${name}`) {
    case 'invoice payments':
      return listOf('/v1/invoice_payments', store.by('invoice_payment', 'invoice', id))
    case 'charge refunds':
      return listOf(`/v1/charges/${id}/refunds`, store.by('refund', 'charge', id).toReversed())
    case 'customer subscriptions':
      return listOf(
        `/v1/customers/${id}/subscriptions`,
        store.by('subscription', 'customer', id).filter(({ status }) => status !== 'canceled'),
      )
    case 'checkout.session line_items':
      return listOf(
        `/v1/checkout/sessions/${id}/line_items`,
        store.by('sandbox.order', 'session', id).flatMap(({ lines }) => lines),
      )
    default:
      return undefined
  }
}

function lookUp({ store }: Sandbox, name: string, id: string): unknown {
  if (name === 'coupon') return store.find('coupon', id)
  const prefix = id.startsWith('sub_sched_') ? 'sched' : id.replace(/_.*/s, '')
  const table = tablesByPrefix[prefix]
  return table && store.find(table, id)
}

function expandAt(sandbox: Sandbox, value: unknown, [name = '', ...rest]: string[], whole: string): unknown {
  if (name === '') return value
  if (value === null) return null
  if (Array.isArray(value)) return value.map((one) => expandAt(sandbox, one, [name, ...rest], whole))
  if (!isLoose(value)) throw cannotExpand(whole)
  const present = name in value ? value[name] : includedIn(sandbox, value, name)
  if (present === undefined) throw cannotExpand(whole)
  const found = Array.isArray(present)
    ? present.map((one) => (typeof one === 'string' ? lookUp(sandbox, name, one) : one))
    : typeof present === 'string'
      ? lookUp(sandbox, name, present)
      : present
  if (found === undefined) throw cannotExpand(whole)
  return { ...value, [name]: expandAt(sandbox, found, rest, whole) }
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, 'expand', 'parameter_invalid')

/** Takes `expand` out of what was sent. */
export function takeExpansions(form: Form): string[] {
  const { expand = [] } = form
  delete form.expand
  const paths = typeof expand === 'string' ? [expand] : Object.values(expand)
  return paths.map((path) => {
    if (typeof path !== 'string') throw invalidRequest('Invalid array', 'expand')
    if (path.split('.').length > mostLevels)
      throw invalidRequest(`You cannot expand more than ${mostLevels} levels of a property.`, 'expand')
    return path
  })
}

export const expand = (sandbox: Sandbox, object: object, paths: string[]): object =>
  paths.reduce((whole: object, path) => expandAt(sandbox, whole, path.split('.'), path) as object, object)
