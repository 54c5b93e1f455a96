import { formatAmount } from '../money.ts'
import type { CheckoutSession, SessionLine } from '../objects.ts'
import { findCard, methodTypeOf } from '../payments/cards.ts'
import { payForSession, presentmentOf, previewFirstInvoice } from '../payments/checkout-payment.ts'
import { applyPromotionCode, orderOf } from '../payments/checkout.ts'
import { currentSandbox, store } from '../sandbox.ts'
import { html, notFoundPage } from './html.ts'
import type { HostedPage, Html, Page } from './html.ts'
import { bankConfirmationPage, cardField, cardTable, declineText, problemNotice, readForm, amountRow } from './parts.ts'
import { translationFor } from './texts.ts'
import type { Translate, Translation } from './texts.ts'

const defaultCard = '4242 4242 4242 4242'

function priceText({ locale, t }: Translation, { price }: SessionLine): string {
  return t(`per.${price.recurring.interval}`, { amount: formatAmount(price.unit_amount, price.currency, locale) })
}

function summary(session: CheckoutSession, words: Translation): Html {
  const { locale, t } = words
  const { lines } = orderOf(session)
  const quote = previewFirstInvoice(session)
  const amount = (value: number) => formatAmount(value, quote.currency, locale)
  const discount = quote.total_discount_amounts.reduce((total, one) => total + one.amount, 0)
  const tax = quote.total_taxes.reduce((total, one) => total + one.amount, 0)
  const credit = quote.total - quote.amount_due
  const shown = presentmentOf(session, quote.amount_due)
  return html`<section>
    <h1>${t('subscribe_to', { product: lines.map(({ description }) => description).join(', ') })}</h1>
    ${lines.map((line) => html`<p class="price">${priceText(words, line)}</p>`)}
    <dl>
      ${lines.map((line) => amountRow(`${line.quantity} × ${line.description}`, amount(line.amount_subtotal)))}
      ${discount > 0 ? amountRow(t('discount'), amount(-discount)) : null}
      ${tax > 0 ? amountRow(t('tax'), amount(tax)) : null}
      ${credit > 0 ? amountRow(t('credit'), amount(-credit)) : null}
      <dt class="total">${t('due_today')}</dt>
      <dd class="total">
        ${shown === null ? amount(quote.amount_due) : formatAmount(shown.presentment_amount, shown.presentment_currency, locale)}
      </dd>
    </dl>
    ${session.allow_promotion_codes ? promotionForm(session, t) : null}
  </section>`
}

function promotionForm(session: CheckoutSession, t: Translate): Html {
  const code = store.find('promotion_code', session.discounts[0]?.promotion_code ?? '')?.code ?? ''
  return html`<form method="post">
    <input type="hidden" name="action" value="promotion" />
    <label
      >${t('promotion_code')}<input name="promotion_code" value="${code}" autocomplete="off" maxlength="100"
    /></label>
    <button class="quiet">${t('apply')}</button>
  </form>`
}

const buyerFields = ({ tax_id_collection, consent_collection }: CheckoutSession, t: Translate): Html =>
  html`${
    tax_id_collection.enabled
      ? html`<label>${t('tax_id')}<input name="tax_id" autocomplete="off" maxlength="40" /></label>`
      : null
  }
  ${
    consent_collection?.terms_of_service === 'required'
      ? html`<label><input type="checkbox" name="terms" required /> ${t('terms')}</label>`
      : null
  }`

function payPage(session: CheckoutSession, words: Translation, problem: string | null = null): HostedPage {
  const { locale, t } = words
  const quote = previewFirstInvoice(session)
  const amount = formatAmount(quote.amount_due, quote.currency, locale)
  return {
    ...words,
    title: t('pay', { amount }),
    status: problem === null ? 200 : 402,
    isWide: true,
    formTargets: [session.success_url, session.cancel_url],
    body: html`${summary(session, words)}
      <section>
        ${problemNotice(problem)}
        <form method="post">
          ${cardField(t, defaultCard)} ${buyerFields(session, t)}
          <button name="action" value="pay">${quote.amount_due === 0 ? t('subscribe') : t('pay', { amount })}</button>
          <button name="action" value="cancel" class="quiet" formnovalidate>${t('cancel')}</button>
        </form>
        ${cardTable(words, session.payment_method_types.includes('sepa_debit'))}
      </section>`,
  }
}

const successAddress = (session: CheckoutSession) =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', encodeURIComponent(session.id))

function closedPage(session: CheckoutSession, words: Translation): HostedPage {
  const { t } = words
  const state = session.status === 'complete' ? 'done' : 'expired'
  const address = state === 'done' ? successAddress(session) : session.cancel_url
  return {
    ...words,
    title: t(`${state}.title`),
    status: state === 'done' ? 200 : 410,
    body: html`<section>
      <h1>${t(`${state}.title`)}</h1>
      <p>${t(`${state}.text`)}</p>
      ${address === null ? null : html`<a class="button" href="${address}">${t(`${state}.go`)}</a>`}
    </section>`,
  }
}

function pay(session: CheckoutSession, words: Translation, form: URLSearchParams) {
  const { locale, t } = words
  const posted = readForm(form)
  const { card_number, confirm, tax_id, terms } = posted
  const found = findCard(card_number)
  const card = session.payment_method_types.includes(found ? methodTypeOf(found) : '') ? found : undefined
  if (!card && card_number.trim() !== '') return payPage(session, words, t('unknown_card'))
  if (session.consent_collection?.terms_of_service === 'required' && !terms)
    return payPage(session, words, t('terms_needed'))
  const { amount_due, currency } = previewFirstInvoice(session)
  const outcome = payForSession(session, { card, isConfirmed: confirm, buyer: { tax_id } })
  if (outcome === 'paid' || outcome === 'processing') return { redirect: successAddress(session) }
  if (outcome === 'declined') return payPage(session, words, declineText(t, posted))
  const amount = formatAmount(amount_due, currency, locale)
  return bankConfirmationPage(words, amount, posted, [session.success_url, session.cancel_url])
}

function post(session: CheckoutSession, words: Translation, form: URLSearchParams) {
  const { action, promotion_code } = readForm(form)
  // Redirects a second submission to the success URL. It buys nothing.
  if (session.status === 'complete') return { redirect: successAddress(session) }
  if (action === 'cancel')
    return { redirect: session.cancel_url ?? `${currentSandbox().publicUrl()}/c/pay/${session.id}` }
  if (session.status !== 'open') return closedPage(session, words)
  const hasCode = action === 'promotion' || (promotion_code ?? '') !== ''
  if (hasCode && !applyPromotionCode(session, promotion_code ?? ''))
    return payPage(session, words, words.t('wrong_code'))
  return action === 'pay' ? pay(session, words, form) : payPage(session, words)
}

const show = (session: CheckoutSession, words: Translation) =>
  session.status === 'open' ? payPage(session, words) : closedPage(session, words)

const checkoutPage = (method: Page['method'], answer: typeof post): Page => ({
  method,
  url: '/c/pay/:id',
  answer({ id, form, language }) {
    const session = store.find('checkout.session', id)
    const words = translationFor(session?.locale, language)
    return session ? answer(session, words, form) : notFoundPage(words)
  },
})

export const checkoutPages = [checkoutPage('GET', show), checkoutPage('POST', post)]
