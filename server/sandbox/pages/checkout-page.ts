import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCard } from '../cards.ts'
import { payForSession, quoteSession } from '../checkout-payment.ts'
import { applyPromotionCode, orderOf } from '../checkout.ts'
import { formatAmount } from '../money.ts'
import type { CheckoutSession, SessionLine } from '../objects/hosted.ts'
import type { Sandbox } from '../sandbox.ts'
import { chooseLocale, translatorOf } from '../translate.ts'
import type { Locale, Translate } from '../translate.ts'
import { html, sendPage } from './html.ts'
import type { Html } from './html.ts'
import { sendNotFound } from './not-found.ts'
import { bankQuestion, cardField, cardTable, problemOf, readPosted } from './parts.ts'

type Words = { locale: Locale; t: Translate }

const usualCard = '4242 4242 4242 4242'

function priceText({ locale, t }: Words, { price }: SessionLine): string {
  const { interval, interval_count } = price.recurring
  const amount = formatAmount(price.unit_amount, price.currency, locale)
  if (interval_count === 1) return t(`sandbox.per.${interval}`, { amount })
  return t('sandbox.each', { amount, count: String(interval_count), interval: t(`sandbox.intervals.${interval}`) })
}

const sumRow = (name: string, amount: string): Html =>
  html`<dt>${name}</dt>
    <dd>${amount}</dd>`

function summary(sandbox: Sandbox, session: CheckoutSession, words: Words): Html {
  const { locale, t } = words
  const { lines } = orderOf(sandbox, session)
  const quote = quoteSession(sandbox, session)
  const amount = (value: number) => formatAmount(value, quote.currency, locale)
  const discount = quote.total_discount_amounts.reduce((total, one) => total + one.amount, 0)
  const tax = quote.total_taxes.reduce((total, one) => total + one.amount, 0)
  const credit = quote.total - quote.amount_due
  return html`<section>
    <h1>${t('sandbox.subscribe_to', { product: lines.map(({ description }) => description).join(', ') })}</h1>
    ${lines.map((line) => html`<p class="price">${priceText(words, line)}</p>`)}
    <dl>
      ${lines.map((line) => sumRow(`${line.quantity} × ${line.description}`, amount(line.amount_subtotal)))}
      ${discount > 0 ? sumRow(t('sandbox.discount'), amount(-discount)) : null}
      ${tax > 0 ? sumRow(t('sandbox.tax'), amount(tax)) : null}
      ${credit > 0 ? sumRow(t('sandbox.credit'), amount(-credit)) : null}
      <dt class="total">${t('sandbox.due_today')}</dt>
      <dd class="total">${amount(quote.amount_due)}</dd>
    </dl>
    ${session.allow_promotion_codes ? promotionForm(sandbox, session, t) : null}
  </section>`
}

function promotionForm({ store }: Sandbox, session: CheckoutSession, t: Translate): Html {
  const code = store.find('promotion_code', session.discounts[0]?.promotion_code ?? '')?.code ?? ''
  return html`<form method="post">
    <input type="hidden" name="action" value="promotion" />
    <label
      >${t('sandbox.promotion_code')}<input name="promotion_code" value="${code}" autocomplete="off" maxlength="100"
    /></label>
    <button class="quiet">${t('sandbox.apply')}</button>
  </form>`
}

function payPage(
  sandbox: Sandbox,
  reply: FastifyReply,
  session: CheckoutSession,
  words: Words,
  problem: string | null = null,
) {
  const { locale, t } = words
  const quote = quoteSession(sandbox, session)
  const amount = formatAmount(quote.amount_due, quote.currency, locale)
  return sendPage(reply, {
    ...words,
    title: t('sandbox.pay', { amount }),
    status: problem === null ? 200 : 402,
    isWide: true,
    leadsTo: [session.success_url, session.cancel_url],
    body: html`${summary(sandbox, session, words)}
      <section>
        ${problemOf(problem)}
        <form method="post">
          ${cardField(t, usualCard)}
          <button name="action" value="pay">
            ${quote.amount_due === 0 ? t('sandbox.subscribe') : t('sandbox.pay', { amount })}
          </button>
          <button name="action" value="cancel" class="quiet" formnovalidate>${t('sandbox.cancel')}</button>
        </form>
        ${cardTable(t)}
      </section>`,
  })
}

const successAddress = (session: CheckoutSession) =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', encodeURIComponent(session.id))

function closedPage(reply: FastifyReply, session: CheckoutSession, words: Words) {
  const { t } = words
  const isDone = session.status === 'complete'
  const address = isDone ? successAddress(session) : session.cancel_url
  const title = isDone ? t('sandbox.done.title') : t('sandbox.expired.title')
  const go = isDone ? t('sandbox.done.go') : t('sandbox.expired.go')
  return sendPage(reply, {
    ...words,
    title,
    status: isDone ? 200 : 410,
    body: html`<section>
      <h1>${title}</h1>
      <p>${isDone ? t('sandbox.done.text') : t('sandbox.expired.text')}</p>
      ${address === null ? null : html`<a class="button" href="${address}">${go}</a>`}
    </section>`,
  })
}

function pay(sandbox: Sandbox, reply: FastifyReply, session: CheckoutSession, words: Words, body: unknown) {
  const { locale, t } = words
  const { card_number, confirm } = readPosted(body)
  const card = findCard(card_number)
  if (!card && card_number.trim() !== '') return payPage(sandbox, reply, session, words, t('sandbox.unknown_card'))
  const { amount_due, currency } = quoteSession(sandbox, session)
  const outcome = payForSession(sandbox, session, card, confirm)
  sandbox.store.commit()
  if (outcome === 'paid' || outcome === 'processing') return reply.redirect(successAddress(session), 303)
  if (outcome === 'declined')
    return payPage(
      sandbox,
      reply,
      session,
      words,
      confirm === false ? t('sandbox.not_confirmed') : t('sandbox.declined'),
    )
  const amount = formatAmount(amount_due, currency, locale)
  return sendPage(reply, {
    ...words,
    title: t('sandbox.bank.title'),
    leadsTo: [session.success_url, session.cancel_url],
    body: bankQuestion(t, amount, card_number),
  })
}

export function serveCheckout(app: FastifyInstance, sandbox: Sandbox) {
  const { store } = sandbox
  const find = (request: FastifyRequest) => {
    const session = store.find('checkout.session', (request.params as { id: string }).id)
    const locale = chooseLocale(session?.locale, request.headers['accept-language'])
    return { session, words: { locale, t: translatorOf(locale) } }
  }

  app.get('/c/pay/:id', (request, reply) => {
    const { session, words } = find(request)
    if (!session) return sendNotFound(reply, words)
    return session.status === 'open' ? payPage(sandbox, reply, session, words) : closedPage(reply, session, words)
  })

  app.post('/c/pay/:id', (request, reply) => {
    const { session, words } = find(request)
    if (!session) return sendNotFound(reply, words)
    const { action, promotion_code } = readPosted(request.body)
    // Twice at once buys once: the second one only follows.
    if (session.status === 'complete') return reply.redirect(successAddress(session), 303)
    if (action === 'cancel')
      return reply.redirect(session.cancel_url ?? `${sandbox.publicUrl()}/c/pay/${session.id}`, 303)
    if (session.status !== 'open') return closedPage(reply, session, words)
    if (action === 'promotion' || (promotion_code ?? '') !== '') {
      const isGood = applyPromotionCode(sandbox, session, promotion_code ?? '')
      store.commit()
      if (!isGood) return payPage(sandbox, reply, session, words, words.t('sandbox.wrong_code'))
    }
    if (action === 'pay') return pay(sandbox, reply, session, words, request.body)
    return payPage(sandbox, reply, session, words)
  })
}
