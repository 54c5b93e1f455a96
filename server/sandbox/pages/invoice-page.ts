import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCard } from '../cards.ts'
import { payInvoice } from '../invoice-lifecycle.ts'
import { formatAmount } from '../money.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { PaymentMethod } from '../objects/customer.ts'
import { attachCard, paymentMethodOf } from '../payment-methods.ts'
import { paymentIntentOf } from '../payments.ts'
import type { Outcome } from '../payments.ts'
import type { Sandbox } from '../sandbox.ts'
import { subscriptionOf } from '../subscription-payments.ts'
import { chooseLocale, translatorOf } from '../translate.ts'
import type { Locale, MessageKey, Translate } from '../translate.ts'
import { html, sendPage } from './html.ts'
import type { Html } from './html.ts'
import { sendNotFound } from './not-found.ts'
import { bankQuestion, cardField, cardTable, problemOf, readPosted } from './parts.ts'

type Words = { locale: Locale; t: Translate }

const last4Of = (method: PaymentMethod) => (method.type === 'card' ? method.card.last4 : method.sepa_debit.last4)

/** The card that a new attempt takes without another: the one that the bank asked about, or the saved one. */
function savedMethod(sandbox: Sandbox, invoice: Invoice): PaymentMethod | undefined {
  const { store } = sandbox
  const intent = paymentIntentOf(sandbox, invoice.id)
  const asked =
    intent?.status === 'requires_action' ? store.find('payment_method', intent.payment_method ?? '') : undefined
  const subscription = subscriptionOf(sandbox, invoice)
  return asked ?? (subscription && paymentMethodOf(sandbox, subscription))
}

function lines(invoice: Invoice, { locale, t }: Words): Html {
  const amount = (value: number) => formatAmount(value, invoice.currency, locale)
  return html`<dl>
    ${invoice.lines.data.map(
      (line) =>
        html`<dt>${line.description}</dt>
          <dd>${amount(line.amount)}</dd>`,
    )}
    ${invoice.total_discount_amounts.map(
      (one) =>
        html`<dt>${t('sandbox.discount')}</dt>
          <dd>${amount(-one.amount)}</dd>`,
    )}
    ${invoice.total_taxes.map(
      (one) =>
        html`<dt>${t('sandbox.tax')}</dt>
          <dd>${amount(one.amount)}</dd>`,
    )}
    <dt class="total">${t('sandbox.invoice.total')}</dt>
    <dd class="total">${amount(invoice.total)}</dd>
    <dt>${t('sandbox.invoice.due')}</dt>
    <dd>${amount(invoice.amount_remaining)}</dd>
  </dl>`
}

function payForm(sandbox: Sandbox, invoice: Invoice, { locale, t }: Words, problem: string | null): Html {
  const intent = paymentIntentOf(sandbox, invoice.id)
  if (intent?.status === 'processing') return html`<p>${t('sandbox.invoice.processing')}</p>`
  const method = savedMethod(sandbox, invoice)
  const hint = method ? { hint: t('sandbox.invoice.saved_card', { last4: last4Of(method) }) } : { isNeeded: true }
  const amount = formatAmount(invoice.amount_remaining, invoice.currency, locale)
  return html`${problemOf(problem)}
    ${intent?.status === 'requires_action' ? html`<p>${t('sandbox.invoice.confirm_needed')}</p>` : null}
    <form method="post">
      ${cardField(t, '', hint)}
      <button name="action" value="pay">${t('sandbox.pay', { amount })}</button>
    </form>
    ${cardTable(t)}`
}

function invoicePage(
  sandbox: Sandbox,
  reply: FastifyReply,
  invoice: Invoice,
  words: Words,
  problem: string | null = null,
) {
  const { t } = words
  const { siteUrl } = sandbox.options
  const title = t('sandbox.invoice.title', { number: invoice.number ?? '' })
  return sendPage(reply, {
    ...words,
    title,
    status: problem === null ? 200 : 402,
    body: html`<section>
      <h1>${title}</h1>
      <p>${t(`sandbox.invoice.status.${invoice.status}` as MessageKey)}</p>
      ${lines(invoice, words)} ${invoice.status === 'open' ? payForm(sandbox, invoice, words, problem) : null}
      ${siteUrl === undefined ? null : html`<a href="${siteUrl}">${t('sandbox.invoice.back')}</a>`}
    </section>`,
  })
}

function payWith(sandbox: Sandbox, invoice: Invoice, typed: string, isConfirmed: boolean | undefined): Outcome | null {
  const { store } = sandbox
  const card = findCard(typed)
  if (!card && typed.trim() !== '') return null
  const method = card ? attachCard(sandbox, invoice.customer, card) : savedMethod(sandbox, invoice)
  const outcome = payInvoice(sandbox, invoice, method && { method, situation: 'present', isConfirmed })
  const subscription = subscriptionOf(sandbox, invoice)
  if (card && method && subscription && outcome === 'paid') {
    subscription.default_payment_method = method.id
    store.save(subscription)
  }
  store.commit()
  return outcome
}

export function serveInvoices(app: FastifyInstance, sandbox: Sandbox) {
  const find = (request: FastifyRequest) => {
    const locale = chooseLocale(null, request.headers['accept-language'])
    const { id } = request.params as { id: string }
    const invoice = sandbox.store.find('invoice', id)
    const address = `${sandbox.publicUrl()}${request.url.split('?')[0]}`
    const words = { locale, t: translatorOf(locale) }
    return { invoice: invoice?.hosted_invoice_url?.endsWith(new URL(address).pathname) ? invoice : undefined, words }
  }

  app.get('/i/:id/:secret', (request, reply) => {
    const { invoice, words } = find(request)
    return invoice ? invoicePage(sandbox, reply, invoice, words) : sendNotFound(reply, words)
  })

  app.post('/i/:id/:secret', (request, reply) => {
    const { invoice, words } = find(request)
    if (!invoice) return sendNotFound(reply, words)
    if (invoice.status !== 'open') return invoicePage(sandbox, reply, invoice, words)
    const { card_number, confirm } = readPosted(request.body)
    const outcome = payWith(sandbox, invoice, card_number, confirm)
    const { t, locale } = words
    if (outcome === null) return invoicePage(sandbox, reply, invoice, words, t('sandbox.unknown_card'))
    if (outcome === 'asks') {
      const amount = formatAmount(invoice.amount_remaining, invoice.currency, locale)
      return sendPage(reply, { ...words, title: t('sandbox.bank.title'), body: bankQuestion(t, amount, card_number) })
    }
    if (outcome === 'declined') {
      const problem = confirm === false ? t('sandbox.not_confirmed') : t('sandbox.declined')
      return invoicePage(sandbox, reply, invoice, words, problem)
    }
    return reply.redirect(request.url, 303)
  })

  app.get('/receipts/:id', (request, reply) => {
    const { words } = find(request)
    const { t, locale } = words
    const charge = sandbox.store.find('charge', (request.params as { id: string }).id)
    if (charge?.status !== 'succeeded') return sendNotFound(reply, words)
    const method = sandbox.store.find('payment_method', charge.payment_method)
    const amount = (value: number) => formatAmount(value, charge.currency, locale)
    return sendPage(reply, {
      ...words,
      title: t('sandbox.receipt.title'),
      body: html`<section>
        <h1>${t('sandbox.receipt.title')}</h1>
        <p class="price">${t('sandbox.receipt.paid', { amount: amount(charge.amount) })}</p>
        ${charge.amount_refunded > 0 ? html`<p>${t('sandbox.receipt.refunded', { amount: amount(charge.amount_refunded) })}</p>` : null}
        ${method ? html`<p>${t('sandbox.receipt.card', { last4: last4Of(method) })}</p>` : null}
      </section>`,
    })
  })
}
