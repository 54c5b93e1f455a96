import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import type { Prisma } from '../../../server/database/db.ts'
import { db } from '../../../server/database/db.ts'
import { createMailer } from '../../../server/mail/transport.ts'
import { renderLetter } from '../../../server/mail/letter.ts'
import { parseSettings, siteFromSettings } from '../../../server/settings/settings.ts'
import { announceRenewals } from '../../../server/subscription/renewals.ts'
import { subscriptionLetter } from '../../../server/subscription/subscription.mails.ts'
import type { MailFacts } from '../../../server/subscription/subscription.mails.ts'
import type { MailKind } from '../../../server/subscription/queued-mails.ts'
import { syncCustomer } from '../../../server/subscription/sync-customer.ts'
import { folder, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { mailsTo } from '../../support/mail.ts'
import { expectedMails } from '../../support/billing/subscription-mails.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import {
  ask,
  buyWithHeldWebhooks,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  mailsOf,
  openShop,
  payAt,
  premium,
  sandbox,
  webhooksProcessed,
  shop,
  stripe,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const site = {
  name: 'Promptory',
  url: 'https://promptory.test',
  brand_color: null,
  company: { name: 'Promptory Labs, Inc.', address: '1209 Sample Street', email: 'hello@promptory.test' },
}
const facts: Omit<MailFacts, 'kind' | 'locale'> = {
  site,
  person: { first_name: 'Ana', username: 'ana' },
  plan: 'Premium',
  billing_period: 'year',
  amount: 9_588,
  price: 11_988,
  currency: 'USD',
  date: '2027-01-15T00:00:00.000Z',
  card: 'Visa •••• 4242',
  hasTax: false,
}
function letter(kind: MailKind, locale: Locale, more: Partial<MailFacts> = {}) {
  const { subject, text, html } = renderLetter(site, subscriptionLetter({ ...facts, kind, locale, ...more }))
  // Amounts contain no-break spaces.
  return { subject, text: text.replaceAll('\u{A0}', ' '), html: html.replaceAll('\u{A0}', ' ') }
}

const english = (text: string, label: string, path: string, note: string) =>
  `Hello Ana,\n\n${text}\n\n${label}:\nhttps://promptory.test${path}\n\n${note}\n\n-- \nPromptory Labs, Inc., 1209 Sample Street\nQuestions? Write to hello@promptory.test.`
const spanish = (text: string, label: string, path: string, note: string) =>
  `Hola, Ana:\n\n${text}\n\n${label}:\nhttps://promptory.test${path}\n\n${note}\n\n-- \nPromptory Labs, Inc., 1209 Sample Street\n¿Tienes preguntas? Escríbenos a hello@promptory.test.`

/** Mails about unpaid invoices also link to the payments page. */
const isOwed = (kind: MailKind) => kind.startsWith('payment_')
const payments = 'https://promptory.test/profile?tab=payments'

describe('the subscription mail', () => {
  test.each(Object.keys(expectedMails) as MailKind[])('of kind %s has its complete text in both languages', (kind) => {
    const [subject, ...en] = expectedMails[kind].en
    const [asunto, ...es] = expectedMails[kind].es
    const [mail, correo] = [letter(kind, 'en'), letter(kind, 'es')]
    const [pay, paga] = isOwed(kind)
      ? [`\nPay or confirm this invoice: ${payments}`, `\nPagar o confirmar esta factura: ${payments}`]
      : ['', '']
    expect([mail.subject, mail.text]).toEqual([subject, english(en[0], en[1], en[2], en[3] + pay)])
    expect([correo.subject, correo.text]).toEqual([asunto, spanish(es[0], es[1], es[2], es[3] + paga)])
    for (const part of [...en.slice(0, 2), en[3]]) expect(mail.html).toContain(part)
  })

  test('states that tax is added when the price excludes it', () => {
    expect(letter('started', 'en', { hasTax: true, billing_period: 'month' }).text).toContain(
      'at $119.88 a month plus tax.',
    )
    expect(letter('started', 'es', { hasTax: true, billing_period: 'month' }).text).toContain(
      'por 119,88 $ al mes más impuestos.',
    )
  })

  test("formats amounts in the currency's own units", () => {
    expect(letter('refunded', 'en', { currency: 'JPY', amount: 1_000 }).text).toContain('¥1,000 back')
    expect(letter('refunded', 'en', { currency: 'KWD', amount: 3_990 }).text).toContain('KWD 3.990 back')
    expect(letter('refunded', 'en', { currency: 'HUF', amount: 199_050 }).text).toContain('HUF 1,990.50 back')
    expect(letter('refunded', 'es', { amount: 123_450 }).text.replaceAll(/\s/g, ' ')).toContain('1.234,50 $')
  })

  test('about a failed payment links to the page where it is paid', () => {
    expect(letter('payment_failed', 'en').text).toContain(
      'Pay or confirm this invoice: https://promptory.test/profile?tab=payments',
    )
    expect(letter('card_expires', 'en').text).not.toContain('Pay or confirm')
  })

  test('about an end states the remaining credit and offers its refund', () => {
    expect(letter('ended', 'en', { credit: 8_484 }).text).toContain(
      'You have a credit of $84.84 with us. You can ask for it back in your profile',
    )
    expect(letter('auto_renew_off', 'es', { credit: 8_484 }).text).toContain(
      'Tu saldo a favor de 84,84 $ sigue siendo tuyo.',
    )
    expect(letter('ended', 'en', { credit: 0 }).text).not.toContain('credit')
    expect(letter('refunded', 'en', { credit: 8_484 }).text).not.toContain('$84.84')
  })
})

const subjectsTo = ({ email }: { email: string }) => mailsTo(email).map(({ subject }) => subject)

describe('mails about a subscription', () => {
  test("are in the member's language, with the amount paid and the next renewal", async () => {
    const person = await createPerson({ language: 'es' })
    await payAt((await checkout(person, 'month')).body.checkout_url)
    await webhooksProcessed()
    await until(() => subjectsTo(person).length === 1)
    const [mail] = mailsTo(person.email)
    expect(mail?.subject).toBe('Tu suscripción Premium en Promptory ha empezado')
    expect(mail?.text).toMatch(/Has pagado 9,99\s\$\. Se renueva el .* por 9,99\s\$ al mes\./)
    expect((await checkout(person, 'year')).status).toBe(200)
    await webhooksProcessed()
    await until(() => subjectsTo(person).length === 2)
    expect(mailsTo(person.email)[1]?.text).toMatch(/por 95,88\s\$ al año.* Hoy has pagado 8\d,\d\d\s\$\./)
  })

  test('contain plan and price at the time of the event, even after later changes', async () => {
    const person = await createPerson()
    await payAt((await checkout(person, 'month')).body.checkout_url)
    await webhooksProcessed()
    const { rows } = await sql.query(
      `SELECT data FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1`,
      [String(person.id)],
    )
    expect(rows[0].data).toMatchObject({ kind: 'started', plan_id: premium, amount: 999, price: 999, currency: 'USD' })
  })

  test('about a failed renewal are sent once, with the invoice and the last day of access', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await expectConsistent(person, 1)
    await sandbox.advance('4d')
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started', 'payment_failed'])
    await until(() => subjectsTo(person).length === 2)
    const { rows } = await sql.query(
      `SELECT expires_at FROM payment JOIN customer ON customer.id = customer_id
         JOIN access ON access.user_id = customer.user_id WHERE customer.user_id = $1 AND status = 'failed'`,
      [person.id],
    )
    const mail = mailsTo(person.email).find(({ subject }) => subject.includes('did not go through'))
    expect(mail?.text).toContain('Pay or confirm this invoice: http://library.test/profile?tab=payments')
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(rows[0].expires_at)
    expect(mail?.text).toContain(`We could not collect $9.99. You keep access to everything until ${day}`)
  })

  test('about a yearly renewal are sent once 30 and once 7 days before, with the amount due', async () => {
    const person = await createSubscriber('year')
    await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -588, currency: 'usd' })
    const { rows } = await sql.query(
      `SELECT current_period_end AS end FROM subscription JOIN customer ON customer.id = customer_id WHERE user_id = $1`,
      [person.id],
    )
    const before = (days: number) => rows[0].end.getTime() - days * 86_400_000
    await announceRenewals(sync, before(30.1))
    expect(await mailsOf(person)).toEqual(['started'])
    await Promise.all([announceRenewals(sync, before(30)), announceRenewals(sync, before(29.9))])
    await announceRenewals(sync, before(7.1))
    expect(await mailsOf(person)).toEqual(['started', 'renewal'])
    await Promise.all([announceRenewals(sync, before(7)), announceRenewals(sync, before(6.9))])
    await announceRenewals(sync, before(3))
    expect(await mailsOf(person)).toEqual(['started', 'renewal', 'renewal'])
    await until(() => subjectsTo(person).length === 3)
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(rows[0].end)
    expect(mailsTo(person.email).at(-1)?.text).toContain(`On ${day} your annual subscription renews for $90.00.`)
  })

  test('about a renewal are not sent with auto-renew off, nor for monthly plans', async () => {
    const [monthly, ending] = [await createSubscriber('month'), await createSubscriber('year')]
    await ask(paymentPaths.autoRenew, ending, { enabled: false })
    const { rows } = await sql.query('SELECT current_period_end AS end FROM subscription')
    for (const { end } of rows) await announceRenewals(sync, end.getTime() - 86_400_000)
    expect(await mailsOf(monthly)).toEqual(['started'])
    expect(await mailsOf(ending)).toEqual(['started', 'auto_renew_off'])
  })
})

describe('a process that crashes', () => {
  test('before its commit leaves neither changes nor mails, and the next run writes both', async () => {
    const person = await buyWithHeldWebhooks()
    const customer = await customerOf(person)
    const dying = {
      ...shop.jobs,
      enqueue: async (transaction: Prisma.TransactionClient, name: string, data: object) => {
        await shop.jobs.enqueue(transaction, name, data)
        throw new Error('The process ended.')
      },
    }
    await expect(syncCustomer({ stripe, jobs: dying }, customer)).rejects.toThrow('The process ended.')
    expect(await mailsOf(person)).toEqual([])
    expect(await db.access.count({ where: { user_id: person.id } })).toBe(0)
    expect(await db.ledgerEntry.count({ where: { customer_id: customer } })).toBe(0)
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
    await until(() => subjectsTo(person).length === 1)
  })

  test('between sending a mail and completing its job sends the mail again with the same message id', async () => {
    const person = await createSubscriber()
    await until(() => subjectsTo(person).length === 1)
    const again = createMailer(
      parseSettings({ DATA_DIR: folder }),
      { info: () => {}, warn: () => {} },
      siteFromSettings(parseSettings({})),
    )
    const { rows } = await sql.query(
      `SELECT id, created_on FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1`,
      [String(person.id)],
    )
    const { subject, text, html } = letter('started', 'en')
    await again.send({ id: rows[0].id, written_at: rows[0].created_on, to: person.email, subject, text, html })
    again.close()
    expect(mailsTo(person.email)).toHaveLength(1)
  })
})
