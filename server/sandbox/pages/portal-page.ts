import { endSubscription, isEnded } from '../billing/cancellation.ts'
import { setCancelAtPeriodEnd } from '../billing/subscription-changes.ts'
import { getCustomer } from '../api/retrieval.ts'
import { emptyAddress } from '../customers.ts'
import { changeFields } from '../events.ts'
import type { PortalSession, Subscription } from '../objects.ts'
import { changeCard, findCard } from '../payments/cards.ts'
import { clock, store } from '../sandbox.ts'
import { html, notFoundPage } from './html.ts'
import type { HostedPage, Html, Page } from './html.ts'
import { cardField, cardTable, formatDate, problemNotice, readForm } from './parts.ts'
import { translationFor } from './texts.ts'
import type { Translation } from './texts.ts'

const nameOf = ({ items }: Subscription) =>
  items.data.map(({ price }) => store.find('product', price.product)?.name ?? price.product).join(', ')

const featuresOf = ({ configuration }: PortalSession) =>
  store.find('billing_portal.configuration', configuration)?.features

function subscriptionPart(subscription: Subscription, mayCancel: boolean, { locale, t }: Translation): Html {
  const { cancel_at, items } = subscription
  const date = formatDate(locale, cancel_at ?? items.data[0]?.current_period_end ?? subscription.created)
  const state = cancel_at === null ? t('portal.renews', { date }) : t('portal.ends', { date })
  const [action, label] = cancel_at === null ? ['cancel', t('portal.cancel')] : ['resume', t('portal.resume')]
  return html`<div class="box">
    <h2>${nameOf(subscription)}</h2>
    <p>${isEnded(subscription) ? t('portal.ended') : state}</p>
    ${
      isEnded(subscription) || !mayCancel
        ? null
        : html`<form method="post">
            <input type="hidden" name="subscription" value="${subscription.id}" />
            <button name="action" value="${action}" class="quiet">${label}</button>
          </form>`
    }
  </div>`
}

function invoicePart(session: PortalSession, { locale, t }: Translation): Html {
  const invoices = store.by('invoice', 'customer', session.customer).filter(({ number }) => number !== null)
  return html`<section>
    <h2>${t('portal.invoices')}</h2>
    <ul>
      ${invoices.map((one) => html`<li><a href="${one.hosted_invoice_url}?s=${clock.now()}">${one.number}</a> ${formatDate(locale, one.created)}</li>`)}
    </ul>
  </section>`
}

function addressPart(session: PortalSession, { t }: Translation): Html | null {
  const customer_update = featuresOf(session)?.customer_update
  const found = store.find('customer', session.customer)
  if (!customer_update?.enabled || !customer_update.allowed_updates.includes('address')) return null
  if (!found || 'deleted' in found) return null
  return html`<section>
    <h2>${t('portal.address')}</h2>
    <form method="post">
      <label
        >${t('portal.postal_code')}
        <input name="postal_code" value="${found.address?.postal_code ?? ''}" maxlength="20" />
      </label>
      <label
        >${t('portal.country')}
        <input name="country" value="${found.address?.country ?? ''}" maxlength="2" pattern="[A-Za-z]{2}" required />
      </label>
      <button name="action" value="address" class="quiet">${t('portal.save_address')}</button>
    </form>
  </section>`
}

const afterFlow = ({ flow }: PortalSession) => flow?.after_completion.redirect?.return_url ?? null

type Notice = { problem?: string; news?: string }
function portalPage(session: PortalSession, words: Translation, notice: Notice = {}): HostedPage {
  const { t } = words
  const isFlow = session.flow !== null
  const subscriptions = store.by('subscription', 'customer', session.customer)
  const mayCancel = featuresOf(session)?.subscription_cancel.enabled ?? false
  return {
    ...words,
    title: t('portal.title'),
    status: notice.problem === undefined ? 200 : 402,
    formTargets: [session.return_url, afterFlow(session)],
    body: html`<section>
        <h1>${t('portal.title')}</h1>
        ${problemNotice(notice.problem ?? null)}${notice.news === undefined ? null : html`<p role="status">${notice.news}</p>`}
        ${isFlow ? null : subscriptions.length === 0 ? html`<p>${t('portal.none')}</p>` : subscriptions.map((one) => subscriptionPart(one, mayCancel, words))}
      </section>
      <section>
        <h2>${t('portal.new_card')}</h2>
        <form method="post">
          ${cardField(t, '', { isNeeded: true })}
          <button name="action" value="card">${t('portal.save_card')}</button>
        </form>
        ${cardTable(words)}
      </section>
      ${isFlow ? null : addressPart(session, words)} ${isFlow ? null : invoicePart(session, words)}
      ${session.return_url === null ? null : html`<a href="${session.return_url}">${t('portal.back')}</a>`}`,
  }
}

/** Executes the action of a form. Returns true if it changed something. */
function runAction(session: PortalSession, form: URLSearchParams): boolean {
  const { action, card_number } = readForm(form)
  const card = findCard(card_number)
  if (action === 'card' && card?.isReusable) {
    changeCard(session.customer, card)
    return true
  }
  const country = form.get('country')?.toUpperCase() ?? ''
  if (action === 'address' && /^[A-Z]{2}$/.test(country)) {
    changeFields(getCustomer(session.customer), {
      address: { ...emptyAddress, country, postal_code: form.get('postal_code') || null },
    })
    return true
  }
  const id = form.get('subscription') ?? ''
  const subscription = store.find('subscription', id)
  if (!subscription || subscription.customer !== session.customer || isEnded(subscription)) return false
  const cancellation = featuresOf(session)?.subscription_cancel
  if ((action !== 'cancel' && action !== 'resume') || !cancellation?.enabled) return false
  if (action === 'cancel' && cancellation.mode === 'immediately') endSubscription(subscription)
  else setCancelAtPeriodEnd(subscription, action === 'cancel')
  return true
}

function post(session: PortalSession, words: Translation, form: URLSearchParams) {
  const isDone = runAction(session, form)
  const next = afterFlow(session)
  if (isDone && next !== null) return { redirect: next }
  return portalPage(session, words, isDone ? { news: words.t('portal.saved') } : { problem: words.t('declined') })
}

const portalRoute = (method: Page['method'], answer: typeof post): Page => ({
  method,
  url: '/p/session/:id/:secret',
  answer({ id, url, form, language }) {
    const session = store.find('billing_portal.session', id)
    const words = translationFor(session?.locale, language)
    const isIts = session !== undefined && new URL(session.url).pathname === url.split('?')[0]
    return isIts ? answer(session, words, form) : notFoundPage(words)
  },
})

export const portalPages = [
  portalRoute('GET', (session, words) => portalPage(session, words)),
  portalRoute('POST', post),
]
