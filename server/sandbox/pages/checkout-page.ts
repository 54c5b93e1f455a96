import { sumOf } from '../billing/invoices.ts'
import type { CheckoutSession, Invoice } from '../objects.ts'
import { findCard, methodTypeOf } from '../payments/cards.ts'
import { applyPromotionCode, orderOf, payForSession, previewFirstInvoice } from '../payments/checkout.ts'
import { currentSandbox, store } from '../sandbox.ts'
import {
  amountRow,
  bankConfirmationPage,
  cardField,
  cardTable,
  declineText,
  field,
  hidden,
  html,
  pagesOf,
  problemNotice,
  readForm,
} from './html.ts'
import type { HostedPage, Html, PageRequest, PageResponse } from './html.ts'
import type { Translation } from './texts.ts'

const defaultCard = '4242 4242 4242 4242'
const promotion = 'promotion_code'

function summary(session: CheckoutSession, quote: Invoice, { t, money }: Translation): Html {
  const { lines } = orderOf(session)
  const amount = (value: number) => money(value, quote.currency)
  const rows = [
    [t('discount'), -sumOf(quote.total_discount_amounts)],
    [t('tax'), sumOf(quote.total_taxes)],
    [t('credit'), Math.min(0, quote.amount_due - quote.total)],
  ] as const
  const code = store.find('promotion_code', session.discounts[0]?.promotion_code)?.code ?? ''
  return html`<section>
    <h1>${t('subscribe_to', { product: lines.map(({ description }) => description).join(', ') })}</h1>
    ${lines.map(({ price }) => html`<p class="price">${t(`per.${price.recurring.interval}`, { amount: amount(price.unit_amount) })}</p>`)}
    <dl>
      ${lines.map((line) => amountRow(`${line.quantity} × ${line.description}`, amount(line.amount_subtotal)))}
      ${rows.map(([name, value]) => (value === 0 ? null : amountRow(name, amount(value))))}
      ${amountRow(t('due_today'), amount(quote.amount_due), true)}
    </dl>
    ${
      session.allow_promotion_codes
        ? html`<form method="post">
            ${hidden('action', 'promotion')}
            ${field(t('promotion_code'), promotion, code, 'autocomplete="off" maxlength="100"')}
            <button class="quiet">${t('apply')}</button>
          </form>`
        : null
    }
  </section>`
}

const needsTerms = ({ consent_collection }: CheckoutSession) => consent_collection?.terms_of_service === 'required'

function payPage(session: CheckoutSession, words: Translation, problem: string | null = null): HostedPage {
  const { t, money } = words
  const quote = previewFirstInvoice(session)
  const amount = money(quote.amount_due, quote.currency)
  const { tax_id_collection, payment_method_types, success_url, cancel_url } = session
  return {
    title: t('pay', { amount }),
    problem,
    isWide: true,
    formTargets: [success_url, cancel_url],
    body: html`${summary(session, quote, words)}
      <section>
        ${problemNotice(problem)}
        <form method="post">
          ${cardField(words, defaultCard, false)}
          ${tax_id_collection.enabled ? field(t('tax_id'), 'tax_id', '', 'autocomplete="off" maxlength="40"') : null}
          ${needsTerms(session) ? html`<label><input type="checkbox" name="terms" required /> ${t('terms')}</label>` : null}
          <button name="action" value="pay">${quote.amount_due === 0 ? t('subscribe') : t('pay', { amount })}</button>
          <button name="action" value="cancel" class="quiet" formnovalidate>${t('cancel')}</button>
        </form>
        ${cardTable(words, payment_method_types.includes('sepa_debit'))}
      </section>`,
  }
}

const successAddress = (session: CheckoutSession) =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', encodeURIComponent(session.id))

function closedPage(session: CheckoutSession, { t }: Translation): HostedPage {
  const state = session.status === 'complete' ? 'done' : 'expired'
  const address = state === 'done' ? successAddress(session) : session.cancel_url
  return {
    title: t(`${state}.title`),
    status: state === 'done' ? 200 : 410,
    body: html`<section>
      <h1>${t(`${state}.title`)}</h1>
      <p>${t(`${state}.text`)}</p>
      ${address === null ? null : html`<a class="button" href="${address}">${t(`${state}.go`)}</a>`}
    </section>`,
  }
}

function pay(session: CheckoutSession, words: Translation, form: URLSearchParams): PageResponse {
  const { card_number, isConfirmed } = readForm(form)
  const found = findCard(card_number)
  const card = session.payment_method_types.includes(found ? methodTypeOf(found) : '') ? found : undefined
  if (!card && card_number !== '') return payPage(session, words, words.t('unknown_card'))
  if (needsTerms(session) && !form.has('terms')) return payPage(session, words, words.t('terms_needed'))
  const { amount_due, currency } = previewFirstInvoice(session)
  const outcome = payForSession(session, { card, isConfirmed, tax_id: form.get('tax_id')?.trim() ?? null })
  if (outcome === 'paid' || outcome === 'processing') return { redirect: successAddress(session) }
  if (outcome === 'declined') return payPage(session, words, declineText(words, isConfirmed))
  const formTargets = [session.success_url, session.cancel_url]
  return bankConfirmationPage(words, words.money(amount_due, currency), form, formTargets)
}

function post(session: CheckoutSession, words: Translation, { form }: PageRequest): PageResponse {
  const { action } = readForm(form)
  const code = form.get(promotion) ?? ''
  // Redirects a second submission to the success URL. It buys nothing.
  if (session.status === 'complete') return { redirect: successAddress(session) }
  if (action === 'cancel')
    return { redirect: session.cancel_url ?? `${currentSandbox().publicUrl()}/c/pay/${session.id}` }
  if (session.status !== 'open') return closedPage(session, words)
  const hasCode = action === 'promotion' || code !== ''
  if (hasCode && !applyPromotionCode(session, code)) return payPage(session, words, words.t('wrong_code'))
  return action === 'pay' ? pay(session, words, form) : payPage(session, words)
}

export const checkoutPages = pagesOf('/c/pay/:id', ({ id }) => store.find('checkout.session', id), {
  GET: (session, words) => (session.status === 'open' ? payPage(session, words) : closedPage(session, words)),
  POST: post,
})
