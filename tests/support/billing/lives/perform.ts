import { randomUUID } from 'node:crypto'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { db } from '#server/database/db.ts'
import { password } from '../../password.ts'
import { changePrice, scheduleInDashboard } from './dashboard.ts'
import { declareEnd, expectRenewal, missRenewal } from './endings.ts'
import { ask } from './life.ts'
import type { Answer, Life, Preview } from './life.ts'
import type { Operation, OperationNamed } from './operations.ts'
import { passTime, reconcileAll } from './reconcile-life.ts'
import { isLive } from './truth.ts'

const slugs = ['plus', 'premium', 'studio']
const pickOf = <Item>(items: Item[], pick: number): Item | undefined => items[pick % Math.max(1, items.length)]
const planOf = (number: number) => db.plan.findUniqueOrThrow({ where: { slug: slugs[number] ?? '' } })
const page = { limit: 100 }

type Choice = { plan: number; period: 'month' | 'year' }
async function checkout(life: Life, { plan, period }: Choice, shown: Partial<Preview> = {}): Promise<Answer> {
  const { id: plan_id } = await planOf(plan)
  const answer = await ask(life, {
    url: checkoutPaths.checkout,
    payload: { plan_id, billing_period: period, ...shown },
  })
  const address: string | undefined = answer.body?.checkout_url
  if (answer.status === 200 && address?.startsWith(life.product.front.url)) life.tabs.push(address)
  return answer
}

const asks = (card: string) => card.startsWith('40000025') || card.startsWith('40000027')
async function pay(life: Life, address: string | undefined, { card, confirms }: { card: string; confirms: boolean }) {
  if (!address?.startsWith(life.product.front.url)) return
  await life.sandbox.advance(1)
  const confirm = asks(card) ? { confirm: confirms ? 'yes' : 'no' } : undefined
  await life.sandbox.postForm(address, { action: 'pay', card_number: card, ...confirm })
}

/** Seconds in which a bank can reverse a payment. */
const reversibleSeconds = 180 * 86_400

async function chargeOf(life: Life, pick: number) {
  const { data: charges } = await life.product.stripe.charges.list(page)
  const earliest = Date.now() / 1_000 - reversibleSeconds
  const reversible = charges.filter(({ status, created }) => status === 'succeeded' && created > earliest)
  return pickOf(reversible.toReversed(), pick)
}

const closedDisputes = new Set(['won', 'lost', 'warning_closed', 'prevented'])
const isInquiry = ({ status }: { status: string }) => status.startsWith('warning_')
const listOpenDisputes = async ({ product }: Life) =>
  (await product.stripe.disputes.list(page)).data.filter(({ status }) => !closedDisputes.has(status))

async function readPreview(life: Life, { plan, period }: Choice): Promise<Preview | null> {
  const { id: plan_id } = await planOf(plan)
  const { status, body } = await ask(life, {
    url: checkoutPaths.switchPreview,
    payload: { plan_id, billing_period: period },
  })
  if (status !== 200) return null
  const { proration_date, amount_due, credit } = body
  const shown = { proration_date, amount_due, credit }
  life.preview = { plan, period, shown }
  return shown
}

async function payUnknownCheckout(life: Life, { plan, period, card }: OperationNamed<'payUnknownCheckout'>) {
  const customer = await db.customer.findUnique({ where: { user_id: life.person?.id ?? 0 }, select: { id: true } })
  const { id: plan_id } = await planOf(plan)
  const price = await db.stripePrice.findFirst({ where: { plan_id, billing_period: period } })
  if (!customer || !price) return
  const session = await life.product.stripe.checkout.sessions
    .create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'http://library.test/subscription/success',
    })
    .catch(() => null)
  await pay(life, session?.url ?? undefined, { card, confirms: true })
}

async function expectCharged(life: Life, shown: Preview, before: Set<string>): Promise<void> {
  const { data: invoices } = await life.product.stripe.invoices.list(page)
  const made = invoices.filter(({ id, billing_reason }) => !before.has(id) && billing_reason === 'subscription_update')
  if (made.length !== 1) life.problems.push(`A switch made ${made.length} invoices.`)
  const [invoice] = made
  if (!invoice) return
  const credit = Math.max(0, invoice.amount_due - invoice.total - invoice.starting_balance)
  const charged = JSON.stringify([invoice.amount_due, credit])
  const promised = JSON.stringify([shown.amount_due, shown.credit].map((amount) => Math.round(amount * 100)))
  if (charged !== promised) life.problems.push(`A switch charged ${charged} where ${promised} was shown.`)
}

async function switchPlan(life: Life, { preview, twice, ...choice }: OperationNamed<'switchPlan'>): Promise<void> {
  const old = life.preview?.plan === choice.plan && life.preview.period === choice.period ? life.preview.shown : null
  const shown = preview === 'none' ? null : preview === 'old' ? old : await readPreview(life, choice)
  if (preview !== 'none' && !shown) return
  const before = new Set((await life.product.stripe.invoices.list(page)).data.map(({ id }) => id))
  const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => checkout(life, choice, shown ?? {})))
  const isSwitched = answers.some(({ body }) => body?.checkout_url?.includes('switched=1'))
  if (shown && isSwitched) await expectCharged(life, shown, before)
  if (isSwitched && !life.isStripeAway) await expectRenewal(life, true)
}

async function refundAsAdmin(life: Life, { pick, percent, twice }: OperationNamed<'refundAsAdmin'>): Promise<void> {
  const created_at = { gt: new Date(Date.now() - reversibleSeconds * 1_000) }
  const payments = await db.payment.findMany({
    where: { created_at },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  const url = adminMoneyPaths.api.refunds(pickOf(payments, pick)?.id ?? 'in_none')
  const { status, headers, body } = await ask(life, { method: 'GET', url }, life.admin)
  if (status !== 200) return
  const amount = percent === 100 ? body.left : Math.floor(body.left * percent) / 100
  const payload = { order_id: randomUUID(), reason: 'They asked for it', amount }
  const order = { url, payload, headers: { 'if-match': String(headers.etag) } }
  await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => ask(life, order, life.admin)))
}

const performers: { [Name in Operation['does']]: (life: Life, parameters: OperationNamed<Name>) => Promise<unknown> } =
  {
    async buy(life, { card, confirms, comesBack, ...choice }) {
      const address: string | undefined = (await checkout(life, choice)).body?.checkout_url
      await pay(life, address, { card, confirms })
      const session_id = /cs_\w+/.exec(address ?? '')?.[0]
      if (comesBack && session_id) await ask(life, { url: checkoutPaths.checkoutReturn, payload: { session_id } })
    },
    leaveCheckout: checkout,
    async payOldTab(life, { pick, ...paid }) {
      await pay(life, pickOf(life.tabs, pick), paid)
    },
    async buyInTwoTabs(life, { plans, period, card }) {
      const answers = await Promise.all(plans.map((plan) => checkout(life, { plan, period })))
      await Promise.all(answers.map(({ body }) => pay(life, body?.checkout_url, { card, confirms: true })))
    },
    payUnknownCheckout,
    switchPlan,
    async payInvoice(life, { pick, ...paid }) {
      const { data } = await life.product.stripe.invoices.list({ ...page, status: 'open' })
      await pay(life, pickOf(data, pick)?.hosted_invoice_url ?? undefined, paid)
    },
    declareEnd,
    async changeAutoRenew(life, { enabled }) {
      const { status } = await ask(life, { url: paymentPaths.autoRenew, payload: { enabled } })
      if (status === 200) await expectRenewal(life, enabled)
    },
    async refundFirst(life, { twice }) {
      await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => ask(life, { url: paymentPaths.refund })))
    },
    async refundCredit(life, { twice }) {
      await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => ask(life, { url: paymentPaths.creditRefund })))
    },
    refundAsAdmin,
    async refundInDashboard(life, { pick, percent, course }) {
      const charge = await chargeOf(life, pick)
      const amount = Math.floor(((charge?.amount ?? 0) * percent) / 100)
      if (charge && amount > 0) await life.sandbox.control('/refunds', { charge: charge.id, amount, course })
    },
    async openDispute(life, { pick, kind }) {
      const charge = await chargeOf(life, pick)
      if (charge) await life.sandbox.control('/disputes', { charge: charge.id, kind })
    },
    async escalateInquiry(life, { pick }) {
      const inquiry = pickOf((await listOpenDisputes(life)).filter(isInquiry), pick)
      if (inquiry) await life.sandbox.control(`/disputes/${inquiry.id}/escalate`)
    },
    async closeDispute(life, { pick, status }) {
      const open = pickOf(await listOpenDisputes(life), pick)
      if (open)
        await life.sandbox.control(`/disputes/${open.id}/close`, {
          status: isInquiry(open) ? 'warning_closed' : status,
        })
    },
    async warnOfFraud(life, { pick }) {
      const charge = await chargeOf(life, pick)
      if (charge) await life.sandbox.control('/early-fraud-warnings', { charge: charge.id })
    },
    async changeCard(life, { card }) {
      for (const { id } of await db.customer.findMany({ select: { id: true } }))
        await life.sandbox.control(`/customers/${id}/card`, { card_number: card })
    },
    async endInDashboard(life, { atOnce }) {
      const { stripe } = life.product
      const { data } = await stripe.subscriptions.list(page)
      for (const { id } of data.filter(isLive)) {
        if (atOnce) life.isEndedByOperator = true
        await (
          atOnce ? stripe.subscriptions.cancel(id) : stripe.subscriptions.update(id, { cancel_at_period_end: true })
        ).catch(() => undefined)
      }
    },
    scheduleInDashboard,
    changePrice,
    missRenewal,
    wait: (life, { days }) => passTime(life, days * 86_400),
    reconcile: (life) => reconcileAll(life.product),
    async removeAccount(life) {
      if ((await ask(life, { method: 'DELETE', url: paths.api.me, payload: { password } })).status === 204)
        life.person = null
    },
    async deleteCustomer(life) {
      for (const { id } of await db.customer.findMany({ where: { user_id: { not: null } }, select: { id: true } })) {
        const { isDone } = await life.sandbox.control(`/customers/${id}`, undefined, 'DELETE')
        if (isDone) life.isEndedByOperator = true
      }
    },
  }

const banks = new Set<Operation['does']>([
  'payOldTab',
  'payInvoice',
  'refundAsAdmin',
  'refundInDashboard',
  'openDispute',
  'escalateInquiry',
  'closeDispute',
  'warnOfFraud',
  'changeCard',
  'wait',
  'reconcile',
])

export async function perform(life: Life, operation: Operation): Promise<void> {
  if (!life.person && !banks.has(operation.does)) return
  const performer = performers[operation.does] as (life: Life, parameters: Operation) => Promise<unknown>
  await performer(life, operation)
}
