import type { Locale } from '#shared/locale.ts'
import { decimalOf } from '#shared/money.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import type { Prisma } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import type { Addressee } from '../mail/greet.ts'
import type { Letter } from '../mail/layout.ts'
import { translate } from '../messages.ts'
import type { LedgerKind, LedgerRow } from './ledger.ts'
import type { messages } from './messages.en.ts'

export type MailKind = keyof typeof messages.subscription.mails
/** `amount` is in the smallest unit of `currency`; null: the subscription's price. */
export type SubscriptionMail = {
  kind: MailKind
  user_id: number
  subscription_id: string
  amount: number | null
  currency: string | null
}

const kinds: Partial<Record<LedgerKind, MailKind>> = {
  subscription_started: 'started',
  subscription_switched: 'switched',
  subscription_past_due: 'payment_failed',
  subscription_ended: 'ended',
  auto_renew_off: 'auto_renew_off',
  payment_refunded: 'refunded',
}

/** A refund that fails later goes back, which nobody is told as a refund. */
export const mailsAbout = (entries: LedgerRow[], user_id: number): SubscriptionMail[] =>
  entries.flatMap(({ kind, subscription_id, amount = null, currency = null }) => {
    const mail = kinds[kind]
    if (!mail || !subscription_id || (mail === 'refunded' && (amount ?? 0) < 0)) return []
    return [{ kind: mail, user_id, subscription_id, amount: mail === 'refunded' ? amount : null, currency }]
  })

/** Sent in the background, exactly if the transaction commits. */
export async function queueMails(
  jobs: Jobs,
  transaction: Prisma.TransactionClient,
  mails: SubscriptionMail[],
): Promise<void> {
  for (const mail of mails) await jobs.enqueue(transaction, 'subscription_mail', mail)
}

export type MailFacts = {
  site: Pick<Site, 'name' | 'url'>
  locale: Locale
  person: Addressee
  plan: string
  amount: number
  currency: string
  date: Date
  invoice_url: string | null
}

const sections: Record<MailKind, string> = {
  started: `${paths.profile}?tab=subscription`,
  switched: `${paths.profile}?tab=subscription`,
  auto_renew_off: `${paths.profile}?tab=subscription`,
  renewal: `${paths.profile}?tab=subscription`,
  payment_failed: `${paths.profile}?tab=payments`,
  ended: paths.subscription,
  refunded: `${paths.profile}?tab=payments`,
}

export function letterOf(kind: MailKind, facts: MailFacts): Letter {
  const { site, locale, person, plan, amount, currency, date, invoice_url } = facts
  const params = {
    site: site.name,
    plan,
    amount: new Intl.NumberFormat(locale, { style: 'currency', currency }).format(decimalOf(amount, currency)),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date),
  }
  const url = (kind === 'payment_failed' && invoice_url) || site.url + sections[kind]
  return {
    locale,
    subject: translate(locale, `subscription.mails.${kind}.subject`, params),
    greeting: greet(locale, person),
    text: translate(locale, `subscription.mails.${kind}.text`, params),
    action: { label: translate(locale, `subscription.mails.${kind}.label`), url },
    note: translate(locale, `subscription.mails.${kind}.note`),
  }
}
