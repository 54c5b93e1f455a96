import { endSubscription, isEnded } from '../billing/cancellation.ts'
import { productNameOf } from '../billing/proration.ts'
import { setCancelAtPeriodEnd } from '../billing/subscription-changes.ts'
import { findCustomer } from '../api/endpoint.ts'
import { changeAddress } from '../customers.ts'
import { currentPeriodOf } from '../due.ts'
import type { PortalSession, Subscription } from '../objects.ts'
import { changeCard, findCard } from '../payments/cards.ts'
import { clock, store } from '../sandbox.ts'
import type { HostedPage, Html, PageRequest, PageResponse } from './html.ts'
import { cardField, cardTable, field, hidden, problemNotice, readForm, html, pagesOf } from './html.ts'
import type { Translation } from './texts.ts'

const featuresOf = ({ configuration }: PortalSession) =>
  store.find('billing_portal.configuration', configuration)?.features

function subscriptionPart(subscription: Subscription, mayCancel: boolean, { t, date }: Translation): Html {
  const { cancel_at, items } = subscription
  const end = date(cancel_at ?? currentPeriodOf(subscription).end)
  const [action, state] = cancel_at === null ? (['cancel', 'renews'] as const) : (['resume', 'ends'] as const)
  return html`<div class="box">
    <h2>${items.data.map(({ price }) => productNameOf(price)).join(', ')}</h2>
    <p>${isEnded(subscription) ? t('portal.ended') : t(`portal.${state}`, { date: end })}</p>
    ${
      isEnded(subscription) || !mayCancel
        ? null
        : html`<form method="post">
            ${hidden('subscription', subscription.id)}
            <button name="action" value="${action}" class="quiet">${t(`portal.${action}`)}</button>
          </form>`
    }
  </div>`
}

function invoicePart({ customer }: PortalSession, { t, date }: Translation): Html {
  const invoices = store.by('invoice', 'customer', customer).filter(({ number }) => number !== null)
  return html`<section>
    <h2>${t('portal.invoices')}</h2>
    <ul>
      ${invoices.map((one) => html`<li><a href="${one.hosted_invoice_url}?s=${clock.now()}">${one.number}</a> ${date(one.created)}</li>`)}
    </ul>
  </section>`
}

function addressPart(session: PortalSession, { t }: Translation): Html | null {
  const update = featuresOf(session)?.customer_update
  const customer = findCustomer(session.customer)
  if (!customer || !update?.enabled || !update.allowed_updates.includes('address')) return null
  const { country, postal_code } = customer.address ?? {}
  return html`<section>
    <h2>${t('portal.address')}</h2>
    <form method="post">
      ${field(t('portal.postal_code'), 'postal_code', postal_code ?? '', 'maxlength="20"')}
      ${field(t('portal.country'), 'country', country ?? '', 'maxlength="2" pattern="[A-Za-z]{2}" required')}
      <button name="action" value="address" class="quiet">${t('portal.save_address')}</button>
    </form>
  </section>`
}

const afterFlow = ({ flow }: PortalSession) => flow?.after_completion.redirect?.return_url ?? null

function portalPage(session: PortalSession, words: Translation, isDone?: boolean): HostedPage {
  const { t } = words
  const isFlow = session.flow !== null
  const subscriptions = store.by('subscription', 'customer', session.customer)
  const mayCancel = featuresOf(session)?.subscription_cancel.enabled ?? false
  const problem = isDone === false ? t('declined') : null
  const parts = subscriptions.map((one) => subscriptionPart(one, mayCancel, words))
  return {
    title: t('portal.title'),
    problem,
    formTargets: [session.return_url, afterFlow(session)],
    body: html`<section>
        <h1>${t('portal.title')}</h1>
        ${problemNotice(problem)}${isDone ? html`<p role="status">${t('portal.saved')}</p>` : null}
        ${isFlow ? null : parts.length === 0 ? html`<p>${t('portal.none')}</p>` : parts}
      </section>
      <section>
        <h2>${t('portal.new_card')}</h2>
        <form method="post">
          ${cardField(words, '', true)}
          <button name="action" value="card">${t('portal.save_card')}</button>
        </form>
        ${cardTable(words)}
      </section>
      ${isFlow ? null : [addressPart(session, words), invoicePart(session, words)]}
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
    changeAddress(session.customer, country, form.get('postal_code') || null)
    return true
  }
  const subscription = store.find('subscription', form.get('subscription'))
  if (!subscription || subscription.customer !== session.customer || isEnded(subscription)) return false
  const cancellation = featuresOf(session)?.subscription_cancel
  if ((action !== 'cancel' && action !== 'resume') || !cancellation?.enabled) return false
  if (action === 'cancel' && cancellation.mode === 'immediately') endSubscription(subscription)
  else setCancelAtPeriodEnd(subscription, action === 'cancel')
  return true
}

function post(session: PortalSession, words: Translation, { form }: PageRequest): PageResponse {
  const isDone = runAction(session, form)
  const next = afterFlow(session)
  return isDone && next !== null ? { redirect: next } : portalPage(session, words, isDone)
}

function findSession({ id, url }: PageRequest) {
  const session = store.find('billing_portal.session', id)
  return session && new URL(session.url).pathname === url.split('?')[0] ? session : null
}

export const portalPages = pagesOf('/p/session/:id/:secret', findSession, {
  GET: (session, words) => portalPage(session, words),
  POST: post,
})
