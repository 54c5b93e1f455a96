import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits, formatMoney } from '#shared/subscription/money.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { greetingFor } from '../mail/greet.ts'
import type { Addressee } from '../mail/greet.ts'
import type { Letter } from '../mail/letter.ts'
import { translate } from '../translate.ts'
import type { MailKind, SubscriptionMail } from './queued-mails.ts'

export type MailFacts = Omit<SubscriptionMail, 'user_id' | 'plan_id' | 'tax_behavior'> & {
  site: Pick<Site, 'name' | 'url'>
  locale: Locale
  person: Addressee
  plan: string
  hasTax: boolean
}

const profile = `${paths.profile}?tab=subscription`
const payments = `${paths.profile}?tab=payments`
const updateCard = `${profile}&update_card=1`
const sections: Record<MailKind, string> = {
  started: profile,
  switched: profile,
  auto_renew_off: profile,
  auto_renew_off_owed: payments,
  renewal: profile,
  price_change: profile,
  price_change_canceled: profile,
  payment_failed: updateCard,
  confirm_payment: payments,
  payment_failed_again: updateCard,
  payment_closing: updateCard,
  payment_closed: updateCard,
  recovered: profile,
  card_expires: updateCard,
  address_needed: profile,
  address_missing: profile,
  invoice_failed: profile,
  invoice_closed: profile,
  ended: paths.subscription,
  refunded: payments,
  refund_failed: payments,
  refund_failed_open: payments,
}

function creditIn({ kind, locale, credit = 0 }: MailFacts, money: (amount: number) => string) {
  if (credit === 0 || (kind !== 'ended' && kind !== 'auto_renew_off')) return {}
  return { more: translate(locale, `subscription.credit.${kind}`, { credit: money(credit) }) }
}

export function subscriptionLetter(facts: MailFacts): Letter {
  const { kind, site, locale, person, plan, currency, hasTax } = facts
  const money = (amount: number) => formatMoney(fromMinorUnits(amount, currency), currency, locale)
  const price = translate(locale, `subscription.price.${facts.billing_period}`, { amount: money(facts.price) })
  const params = {
    site: site.name,
    plan,
    amount: money(facts.amount),
    card: facts.card ?? '',
    price: hasTax ? translate(locale, 'subscription.price.with_tax', { price }) : price,
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(facts.date)),
  }
  return {
    locale,
    subject: translate(locale, `subscription.mails.${kind}.subject`, params),
    greeting: greetingFor(locale, person),
    text: translate(locale, `subscription.mails.${kind}.text`, params),
    ...creditIn(facts, money),
    action: { label: translate(locale, `subscription.mails.${kind}.label`), url: site.url + sections[kind] },
    note: translate(locale, `subscription.mails.${kind}.note`),
    // Links to the list of payments, since the URL of Stripe's invoice page expires.
    links:
      sections[kind] === updateCard && kind !== 'card_expires'
        ? [{ label: translate(locale, 'subscription.pay_invoice'), url: site.url + payments }]
        : [],
  }
}
