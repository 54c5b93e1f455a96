import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits, formatMoney } from '#shared/subscription/money.ts'
import type { Site } from '#shared/site/schema.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { greetingFor } from '../mail/greet.ts'
import { renderLetter } from '../mail/letter.ts'
import type { Letter, MailSite } from '../mail/letter.ts'
import type { Mailer } from '../mail/transport.ts'
import { translate } from '../translate.ts'
import { hasRefundDue } from './access.ts'
import type { CustomerState, PaymentRow } from './customers/customer-state.ts'
import type { messages } from './messages.en.ts'

type Kind = keyof typeof messages.subscription.operator_mails
export type OperatorMail = {
  kind: Kind
  payment_id: string
  /** Amount in the smallest unit of `currency`. */
  amount: number
  currency: string
  due_at?: string | undefined
  reason?: string | undefined
}

const disputeKinds: Record<string, Kind> = {
  needs_response: 'dispute',
  appeal_needs_response: 'dispute',
  warning_needs_response: 'inquiry',
  prevented: 'prevented',
}

function mailsOfPayment(before: PaymentRow | undefined, after: PaymentRow): OperatorMail[] {
  const { id: payment_id, amount, currency, dispute_status, dispute_due_at } = after
  const isNewDispute = dispute_status !== null && dispute_status !== (before?.dispute_status ?? null)
  const kind = isNewDispute ? disputeKinds[dispute_status] : undefined
  const disputed = amount - after.amount_refunded
  const failed = after.amount_failed_refunds - (before?.amount_failed_refunds ?? 0)
  const { finalization_error, tax_disabled_reason } = after
  return [
    ...(finalization_error !== null && !before?.finalization_error
      ? [{ kind: 'invoice_failed' as const, payment_id, amount, currency, reason: finalization_error }]
      : []),
    ...(tax_disabled_reason !== null && !before?.tax_disabled_reason
      ? [{ kind: 'untaxed' as const, payment_id, amount, currency, reason: tax_disabled_reason }]
      : []),
    ...(kind ? [{ kind, payment_id, amount: disputed, currency, due_at: dispute_due_at?.toISOString() }] : []),
    ...(failed > 0 && hasRefundDue(after)
      ? [{ kind: 'refund_failed' as const, payment_id, amount: failed, currency }]
      : []),
  ]
}

export function operatorMailsForChange(before: CustomerState, after: CustomerState): OperatorMail[] {
  const former = new Map(before.payments.map((row) => [row.id, row]))
  return after.payments.flatMap((row) => mailsOfPayment(former.get(row.id), row))
}

type QueuedMail = OperatorMail & { admin_id: number | null }

const isOperator = { role: 'admin', blocked_at: null, is_team: false, email_confirmed_at: { not: null } } as const

export async function findOperatorLocale(): Promise<Locale> {
  const first = await db.user.findFirst({ where: isOperator, select: { language: true }, orderBy: { id: 'asc' } })
  return first?.language ?? 'en'
}

/** Queues the mails for each admin, or for the site's contact address if no admin has a confirmed address. */
export async function queueOperatorMails(
  jobs: Jobs,
  transaction: Prisma.TransactionClient,
  mails: OperatorMail[],
): Promise<void> {
  if (mails.length === 0) return
  const admins = await transaction.user.findMany({ where: isOperator, select: { id: true }, orderBy: { id: 'asc' } })
  const recipients = admins.length > 0 ? admins.map(({ id }) => id) : [null]
  for (const mail of mails)
    for (const admin_id of recipients) await jobs.enqueue(transaction, 'operator_mail', { ...mail, admin_id })
}

export function operatorLetter(
  { kind, payment_id, amount, currency, due_at, reason = '' }: OperatorMail,
  { site, locale }: { site: Pick<Site, 'name' | 'url'>; locale: Locale },
): Omit<Letter, 'greeting'> {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const params = {
    site: site.name,
    reason,
    amount: formatMoney(fromMinorUnits(amount, currency), currency, locale),
  }
  const text = translate(locale, `subscription.operator_mails.${kind}.text`, params)
  const due = due_at && translate(locale, 'subscription.dispute_due', { date: date.format(new Date(due_at)) })
  return {
    locale,
    subject: translate(locale, `subscription.operator_mails.${kind}.subject`, params),
    text: due ? `${text} ${due}` : text,
    action: {
      label: translate(locale, 'subscription.operator_payment'),
      url: site.url + adminMoneyPaths.payment(payment_id),
    },
    note: translate(locale, 'subscription.operator_note'),
  }
}

export async function sendOperatorMail(
  { id, queued_at, data }: Job<QueuedMail>,
  { site, mailer }: { site: MailSite; mailer: Mailer },
): Promise<void> {
  const { admin_id, ...mail } = data
  const admin =
    admin_id === null
      ? null
      : await db.user.findUnique({
          where: { id: admin_id, role: 'admin', blocked_at: null },
          select: { email: true, first_name: true, username: true, language: true },
        })
  if (admin_id !== null && !admin) return
  const locale = admin?.language ?? 'en'
  const greeting = admin ? greetingFor(locale, admin) : translate(locale, 'mails.hello')
  const letter = { ...operatorLetter(mail, { site, locale }), greeting }
  await mailer.send({
    id,
    written_at: queued_at,
    to: admin?.email ?? site.company.email,
    ...renderLetter(site, letter),
  })
}
