import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCard } from '../cards.ts'
import type { PortalSession } from '../objects/hosted.ts'
import type { Subscription } from '../objects/subscription.ts'
import { changeCard } from '../payment-methods.ts'
import type { Sandbox } from '../sandbox.ts'
import { setCancelAtPeriodEnd } from '../subscription-changes.ts'
import { endSubscription, isEnded } from '../subscription-end.ts'
import { chooseLocale, translatorOf } from '../translate.ts'
import type { Locale, Translate } from '../translate.ts'
import { html, sendPage } from './html.ts'
import type { Html } from './html.ts'
import { sendNotFound } from './not-found.ts'
import { cardField, cardTable, dateIn, problemOf, readPosted } from './parts.ts'

type Words = { locale: Locale; t: Translate }

const nameOf = ({ store }: Sandbox, { items }: Subscription) =>
  items.data.map(({ price }) => store.find('product', price.product)?.name ?? price.product).join(', ')

function subscriptionPart(sandbox: Sandbox, subscription: Subscription, { locale, t }: Words): Html {
  const { cancel_at, items } = subscription
  const date = dateIn(locale, cancel_at ?? items.data[0]?.current_period_end ?? subscription.created)
  const state = cancel_at === null ? t('sandbox.portal.renews', { date }) : t('sandbox.portal.ends', { date })
  const [action, label] =
    cancel_at === null ? ['cancel', t('sandbox.portal.cancel')] : ['resume', t('sandbox.portal.resume')]
  return html`<div class="box">
    <h2>${nameOf(sandbox, subscription)}</h2>
    <p>${isEnded(subscription) ? t('sandbox.portal.ended') : state}</p>
    ${
      isEnded(subscription)
        ? null
        : html`<form method="post">
            <input type="hidden" name="subscription" value="${subscription.id}" />
            <button name="action" value="${action}" class="quiet">${label}</button>
          </form>`
    }
  </div>`
}

function invoicePart({ store }: Sandbox, session: PortalSession, { locale, t }: Words): Html {
  const invoices = store.by('invoice', 'customer', session.customer).filter(({ number }) => number !== null)
  return html`<section>
    <h2>${t('sandbox.portal.invoices')}</h2>
    <ul>
      ${invoices.map((one) => html`<li><a href="${one.hosted_invoice_url}">${one.number}</a> ${dateIn(locale, one.created)}</li>`)}
    </ul>
  </section>`
}

function portalPage(
  sandbox: Sandbox,
  reply: FastifyReply,
  session: PortalSession,
  words: Words,
  told: { problem?: string; news?: string } = {},
) {
  const { t } = words
  const subscriptions = sandbox.store.by('subscription', 'customer', session.customer)
  return sendPage(reply, {
    ...words,
    title: t('sandbox.portal.title'),
    status: told.problem === undefined ? 200 : 402,
    leadsTo: [session.return_url],
    body: html`<section>
        <h1>${t('sandbox.portal.title')}</h1>
        ${problemOf(told.problem ?? null)}${told.news === undefined ? null : html`<p role="status">${told.news}</p>`}
        ${subscriptions.length === 0 ? html`<p>${t('sandbox.portal.none')}</p>` : subscriptions.map((one) => subscriptionPart(sandbox, one, words))}
      </section>
      <section>
        <h2>${t('sandbox.portal.new_card')}</h2>
        <form method="post">
          ${cardField(t, '', { isNeeded: true })}
          <button name="action" value="card">${t('sandbox.portal.save_card')}</button>
        </form>
        ${cardTable(t)}
      </section>
      ${invoicePart(sandbox, session, words)}
      ${session.return_url === null ? null : html`<a href="${session.return_url}">${t('sandbox.portal.back')}</a>`}`,
  })
}

/** True where something was done. */
function act(sandbox: Sandbox, session: PortalSession, body: unknown): boolean {
  const { store } = sandbox
  const { action, card_number } = readPosted(body)
  const card = findCard(card_number)
  if (action === 'card' && card && card.answers.first !== 'declines') {
    changeCard(sandbox, session.customer, card)
    return true
  }
  const id = new URLSearchParams(String(body)).get('subscription') ?? ''
  const subscription = store.find('subscription', id)
  if (!subscription || subscription.customer !== session.customer || isEnded(subscription)) return false
  if (action !== 'cancel' && action !== 'resume') return false
  const mode = store.find('billing_portal.configuration', session.configuration)?.features.subscription_cancel.mode
  if (action === 'cancel' && mode === 'immediately') endSubscription(sandbox, subscription)
  else setCancelAtPeriodEnd(sandbox, subscription, action === 'cancel')
  return true
}

export function servePortal(app: FastifyInstance, sandbox: Sandbox) {
  const { store } = sandbox
  const find = (request: FastifyRequest) => {
    const session = store.find('billing_portal.session', (request.params as { id: string }).id)
    const locale = chooseLocale(session?.locale, request.headers['accept-language'])
    const words = { locale, t: translatorOf(locale) }
    const isIts = session !== undefined && new URL(session.url).pathname === request.url.split('?')[0]
    return { session: isIts ? session : undefined, words }
  }

  app.get('/p/session/:id/:secret', (request, reply) => {
    const { session, words } = find(request)
    return session ? portalPage(sandbox, reply, session, words) : sendNotFound(reply, words)
  })

  app.post('/p/session/:id/:secret', (request, reply) => {
    const { session, words } = find(request)
    if (!session) return sendNotFound(reply, words)
    const isDone = act(sandbox, session, request.body)
    store.commit()
    const { t } = words
    const told = isDone ? { news: t('sandbox.portal.saved') } : { problem: t('sandbox.declined') }
    return portalPage(sandbox, reply, session, words, told)
  })
}
