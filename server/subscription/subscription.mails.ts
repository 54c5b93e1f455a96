import type { Locale } from '#shared/locale.ts'
import { decimalOf } from '#shared/money.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import type { BillingPeriod } from '#shared/subscription.ts'
import type { Prisma } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import type { Addressee } from '../mail/greet.ts'
import type { Letter } from '../mail/layout.ts'
import { translate } from '../messages.ts'
import { accessOf, isRunning } from './access.ts'
import type { CustomerState, SubscriptionRow } from './customer-state.ts'
import type { LedgerKind, LedgerRow } from './ledger.ts'
import type { messages } from './messages.en.ts'

export type MailKind = keyof typeof messages.subscription.mails
/** What it says is fixed when it is queued, whatever changes before it is sent. */
export type SubscriptionMail = {
  kind: MailKind
  user_id: number
  plan_id: number
  billing_period: BillingPeriod
  /** What was paid, is owed or went back; of a new price the former. In the smallest unit of `currency`. */
  amount: number
  currency: string
  /** What the next period costs. */
  price: number
  date: string
  /** Where an open invoice is paid. */
  url: string | null
}

const kinds: Partial<Record<LedgerKind, MailKind>> = {
  subscription_started: 'started',
  subscription_switched: 'switched',
  subscription_past_due: 'payment_failed',
  subscription_ended: 'ended',
  auto_renew_off: 'auto_renew_off',
  payment_refunded: 'refunded',
}

/** Of a second subscription that came alive, and is given back, only the refund is told; a refund that fails is not. */
function isTold(kind: MailKind, { amount }: LedgerRow, row: SubscriptionRow, { subscriptions }: CustomerState) {
  const others = subscriptions.filter((one) => one.id !== row.id && isRunning(one))
  if (kind === 'started') return others.every(({ created_at }) => created_at >= row.created_at)
  if (kind === 'ended') return others.length === 0
  return kind !== 'refunded' || (amount ?? 0) > 0
}

type Told = { user_id: number; after: CustomerState; priceById: Map<string, { amount: number; currency: string }> }

export const mailsAbout = (entries: LedgerRow[], { user_id, after, priceById }: Told): SubscriptionMail[] =>
  entries.flatMap((entry) => {
    const kind = kinds[entry.kind]
    const row = after.subscriptions.find(({ id }) => id === entry.subscription_id)
    const price = row && priceById.get(row.next_price_id ?? row.price_id)
    if (!kind || !price || !isTold(kind, entry, row, after)) return []
    const invoice = after.payments.find(({ id }) => id === row.latest_invoice_id)
    const access = accessOf([{ ...row, tier: 0 }], after.payments)
    const end = row.ends_at ?? row.current_period_end
    return [
      {
        kind,
        user_id,
        plan_id: row.plan_id,
        billing_period: row.billing_period,
        amount: (kind === 'refunded' ? entry.amount : invoice?.amount) ?? price.amount,
        currency: (kind === 'refunded' ? entry.currency : invoice?.currency) ?? price.currency,
        price: price.amount,
        date: ((kind === 'payment_failed' && access?.expires_at) || end).toISOString(),
        url: kind === 'payment_failed' ? (invoice?.invoice_url ?? null) : null,
      },
    ]
  })

/** Sent in the background, exactly if the transaction commits. */
export async function queueMails(
  jobs: Jobs,
  transaction: Prisma.TransactionClient,
  mails: SubscriptionMail[],
): Promise<void> {
  for (const mail of mails) await jobs.enqueue(transaction, 'subscription_mail', mail)
}

export type MailFacts = Omit<SubscriptionMail, 'user_id' | 'plan_id'> & {
  site: Pick<Site, 'name' | 'url'>
  locale: Locale
  person: Addressee
  plan: string
  hasTax: boolean
}

const profile = `${paths.profile}?tab=subscription`
const sections: Record<MailKind, string> = {
  started: profile,
  switched: profile,
  auto_renew_off: profile,
  renewal: profile,
  price_change: profile,
  price_change_canceled: profile,
  payment_failed: `${paths.profile}?tab=payments`,
  ended: paths.subscription,
  refunded: `${paths.profile}?tab=payments`,
}

export function letterOf(facts: MailFacts): Letter {
  const { kind, site, locale, person, plan, currency, hasTax } = facts
  const money = (amount: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, useGrouping: true }).format(
      decimalOf(amount, currency),
    )
  const price = translate(locale, `subscription.price.${facts.billing_period}`, { amount: money(facts.price) })
  const params = {
    site: site.name,
    plan,
    amount: money(facts.amount),
    price: hasTax ? translate(locale, 'subscription.price.with_tax', { price }) : price,
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(facts.date)),
  }
  return {
    locale,
    subject: translate(locale, `subscription.mails.${kind}.subject`, params),
    greeting: greet(locale, person),
    text: translate(locale, `subscription.mails.${kind}.text`, params),
    action: {
      label: translate(locale, `subscription.mails.${kind}.label`),
      url: facts.url ?? site.url + sections[kind],
    },
    note: translate(locale, `subscription.mails.${kind}.note`),
  }
}
