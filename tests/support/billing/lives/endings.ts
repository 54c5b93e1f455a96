import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { db } from '#server/database/db.ts'
import { cards } from '../payment-sandbox.ts'
import { ask } from './life.ts'
import type { Life } from './life.ts'
import type { OperationNamed } from './operations.ts'
import { passTime } from './reconcile-life.ts'
import { isLive } from './truth.ts'

export async function declareEnd(life: Life, { kind, byMail, twice }: OperationNamed<'declareEnd'>): Promise<void> {
  const { api } = cancellationPaths
  const { product, person } = life
  const { mails } = product
  const requests = Array.from({ length: twice ? 2 : 1 })
  if (byMail) {
    const { email } = await db.user.findUniqueOrThrow({ where: { id: person?.id ?? 0 }, select: { email: true } })
    await ask(life, { url: api.request, payload: { kind, email } }, null)
    await product.runJobs()
    const token = /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
    await Promise.all(requests.map(() => ask(life, { url: api.confirm, payload: { kind, token } }, null)))
  } else await Promise.all(requests.map(() => ask(life, { url: api.cancellation, payload: { kind } })))
  await product.runJobs()
  if (kind === 'cancel') await expectRenewal(life, false)
}

export async function expectRenewal({ product, problems }: Life, enabled: boolean): Promise<void> {
  const { data } = await product.stripe.subscriptions.list({ limit: 100 })
  const [first] = data.filter(isLive).toSorted((a, b) => a.created - b.created)
  const renews = first && first.cancel_at === null && !first.cancel_at_period_end
  if (first && renews !== enabled) problems.push(`Auto-renew was set to ${enabled}, and ${first.id} did not follow.`)
}

export async function missRenewal(life: Life, { days }: OperationNamed<'missRenewal'>): Promise<void> {
  const { data } = await life.product.stripe.subscriptions.list({ limit: 100 })
  const [first] = data.filter(isLive)
  const end = first?.items.data[0]?.current_period_end
  if (end === undefined || typeof first?.customer !== 'string') return
  await life.sandbox.control(`/customers/${first.customer}/card`, { card_number: cards.failsLater })
  await passTime(life, Math.max(0, end - Date.now() / 1_000) + days * 86_400)
}
