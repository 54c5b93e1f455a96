import { z } from 'zod'
import { cardOf, declineOf } from './cards.ts'
import { endpoint } from './endpoint.ts'
import { cardError, noSuch } from './errors.ts'
import { boolean, mergeMetadata, metadata, paging, text } from './input.ts'
import { update } from './events.ts'
import { finalizeInvoice, getInvoice, markUncollectible, payInvoice, voidInvoice } from './invoice-lifecycle.ts'
import { pageOf } from './lists.ts'
import type { Invoice } from './objects/invoice.ts'
import type { PaymentMethod } from './objects/customer.ts'
import { paymentMethodOf } from './payment-methods.ts'
import { paymentIntentOf } from './payments.ts'
import type { Sandbox } from './sandbox.ts'
import { subscriptionOf } from './subscription-payments.ts'

const InvoiceList = z.strictObject({
  ...paging,
  customer: text.optional(),
  subscription: text.optional(),
  status: text.optional(),
})
const PayInput = z.strictObject({ payment_method: text.optional(), off_session: boolean.default(true) })

function pay(sandbox: Sandbox, id: string, given: z.infer<typeof PayInput>): Invoice {
  const invoice = getInvoice(sandbox, id)
  const subscription = subscriptionOf(sandbox, invoice)
  const method: PaymentMethod | undefined =
    given.payment_method === undefined
      ? subscription && paymentMethodOf(sandbox, subscription)
      : sandbox.store.find('payment_method', given.payment_method)
  if (given.payment_method !== undefined && method?.customer !== invoice.customer)
    throw noSuch('PaymentMethod', given.payment_method, 'payment_method')
  const attempt = method && { method, situation: given.off_session ? ('absent' as const) : ('present' as const) }
  const outcome = payInvoice(sandbox, invoice, attempt)
  const payment_intent = paymentIntentOf(sandbox, id)
  const about = payment_intent && { payment_intent: structuredClone(payment_intent) }
  if (outcome === 'asks')
    throw cardError(
      {
        code: 'invoice_payment_intent_requires_action',
        decline_code: 'authentication_required',
        message: 'Payment for this invoice requires additional user action before it can be completed successfully.',
      },
      about,
    )
  if (outcome === 'declined')
    throw cardError(declineOf(method ? cardOf(method).decline_code : 'generic_decline'), about)
  return invoice
}

const InvoicePaymentList = z.strictObject({
  ...paging,
  invoice: text.optional(),
  payment: z
    .strictObject({ type: z.enum(['payment_intent', 'payment_record']), payment_intent: text.optional() })
    .optional(),
  status: text.optional(),
})

export const invoiceEndpoints = (sandbox: Sandbox) => [
  endpoint('GET', '/v1/invoices', InvoiceList, (input) => {
    const { store } = sandbox
    const candidates =
      input.subscription === undefined
        ? input.customer === undefined
          ? [...store.all('invoice')]
          : store.by('invoice', 'customer', input.customer)
        : store.by('invoice', 'subscription', input.subscription)
    const fits = candidates.filter(
      (invoice) =>
        invoice.customer === (input.customer ?? invoice.customer) &&
        invoice.status === (input.status ?? invoice.status),
    )
    return pageOf('/v1/invoices', fits, input)
  }),
  endpoint('GET', '/v1/invoices/:id', z.strictObject({}), (_input, { id }) => getInvoice(sandbox, id)),
  endpoint('POST', '/v1/invoices/:id', z.strictObject({ metadata: metadata.optional() }), (input, { id }) =>
    update(sandbox, getInvoice(sandbox, id), 'invoice.updated', (invoice) => {
      invoice.metadata = mergeMetadata(invoice.metadata, input.metadata)
    }),
  ),
  endpoint('GET', '/v1/invoices/:id/lines', z.strictObject(paging), (input, { id }) =>
    pageOf(`/v1/invoices/${id}/lines`, getInvoice(sandbox, id).lines.data.toReversed(), input),
  ),
  endpoint('POST', '/v1/invoices/:id/pay', PayInput, (input, { id }) => pay(sandbox, id, input)),
  endpoint('POST', '/v1/invoices/:id/void', z.strictObject({}), (_input, { id }) => voidInvoice(sandbox, id)),
  endpoint('POST', '/v1/invoices/:id/mark_uncollectible', z.strictObject({}), (_input, { id }) =>
    markUncollectible(sandbox, id),
  ),
  endpoint('POST', '/v1/invoices/:id/finalize', z.strictObject({}), (_input, { id }) => {
    const invoice = getInvoice(sandbox, id)
    if (invoice.status === 'draft') finalizeInvoice(sandbox, invoice)
    return invoice
  }),
  endpoint('GET', '/v1/invoice_payments', InvoicePaymentList, (input) => {
    const { store } = sandbox
    const intent = input.payment?.payment_intent
    const candidates =
      input.invoice !== undefined
        ? store.by('invoice_payment', 'invoice', input.invoice)
        : intent !== undefined
          ? store.by('invoice_payment', 'payment_intent', intent)
          : [...store.all('invoice_payment')]
    const fits = candidates.filter(
      ({ payment, status }) =>
        payment.payment_intent === (intent ?? payment.payment_intent) && status === (input.status ?? status),
    )
    return pageOf('/v1/invoice_payments', fits, input)
  }),
  endpoint('GET', '/v1/invoice_payments/:id', z.strictObject({}), (_input, { id }) => {
    const payment = sandbox.store.find('invoice_payment', id)
    if (!payment) throw noSuch('invoice payment', id)
    return payment
  }),
]

const IntentList = z.strictObject({ ...paging, customer: text.optional() })
const ChargeList = z.strictObject({ ...paging, customer: text.optional(), payment_intent: text.optional() })

export const paymentEndpoints = (sandbox: Sandbox) => [
  endpoint('GET', '/v1/payment_intents', IntentList, (input) => {
    const { store } = sandbox
    const intents = input.customer
      ? store.by('payment_intent', 'customer', input.customer)
      : store.all('payment_intent')
    return pageOf('/v1/payment_intents', intents, input)
  }),
  endpoint('GET', '/v1/payment_intents/:id', z.strictObject({}), (_input, { id }) => {
    const intent = sandbox.store.find('payment_intent', id)
    if (!intent) throw noSuch('payment_intent', id, 'intent')
    return intent
  }),
  endpoint('GET', '/v1/charges', ChargeList, (input) => {
    const charges = [...sandbox.store.all('charge')].filter(
      ({ customer, payment_intent }) =>
        customer === (input.customer ?? customer) && payment_intent === (input.payment_intent ?? payment_intent),
    )
    return pageOf('/v1/charges', charges, input)
  }),
  endpoint('GET', '/v1/charges/:id', z.strictObject({}), (_input, { id }) => {
    const charge = sandbox.store.find('charge', id)
    if (!charge) throw noSuch('charge', id)
    return charge
  }),
  endpoint('GET', '/v1/payment_methods/:id', z.strictObject({}), (_input, { id }) => {
    const method = sandbox.store.find('payment_method', id)
    if (!method) throw noSuch('PaymentMethod', id)
    return method
  }),
  endpoint(
    'GET',
    '/v1/payment_methods',
    z.strictObject({ ...paging, customer: text, type: text.optional() }),
    (input) => {
      const methods = sandbox.store.by('payment_method', 'customer', input.customer)
      return pageOf(
        '/v1/payment_methods',
        methods.filter(({ type }) => type === (input.type ?? type)),
        input,
      )
    },
  ),
]
