import { paymentPaths } from '#shared/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import type { Prisma } from '../../server/db.ts'
import { db } from '../../server/db.ts'
import { createMailer } from '../../server/mail/transport.ts'
import { layOut } from '../../server/mail/layout.ts'
import { parseSettings, siteOf } from '../../server/settings.ts'
import { announceRenewals } from '../../server/subscription/renewals.ts'
import { letterOf } from '../../server/subscription/subscription.mails.ts'
import type { MailFacts, MailKind } from '../../server/subscription/subscription.mails.ts'
import { syncCustomer } from '../../server/subscription/sync-customer.ts'
import { folder, sql } from '../support/app.ts'
import { until } from '../support/database.ts'
import { mailsTo } from '../support/mail.ts'
import { cards } from '../support/payment-sandbox.ts'
import { createPerson } from '../support/people.ts'
import {
  ask,
  buyUntold,
  checkout,
  createSubscriber,
  customerOf,
  expectRight,
  mailsOf,
  payAt,
  premium,
  sandbox,
  settled,
  shop,
  stripe,
  sync,
} from '../support/shop.ts'

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
  url: null,
  hasTax: false,
}
function letter(kind: MailKind, locale: Locale, more: Partial<MailFacts> = {}) {
  const { subject, text, html } = layOut(site, letterOf({ ...facts, kind, locale, ...more }))
  // Amounts do not break before their currency.
  return { subject, text: text.replaceAll('\u{A0}', ' '), html: html.replaceAll('\u{A0}', ' ') }
}

const english = (text: string, label: string, path: string, note: string) =>
  `Hello Ana,\n\n${text}\n\n${label}:\nhttps://promptory.test${path}\n\n${note}\n\n-- \nPromptory Labs, Inc., 1209 Sample Street\nQuestions? Write to hello@promptory.test.`
const spanish = (text: string, label: string, path: string, note: string) =>
  `Hola, Ana:\n\n${text}\n\n${label}:\nhttps://promptory.test${path}\n\n${note}\n\n-- \nPromptory Labs, Inc., 1209 Sample Street\n¿Tienes preguntas? Escríbenos a hello@promptory.test.`

const mySubscription = '/profile?tab=subscription'
const myPayments = '/profile?tab=payments'
type Told = [subject: string, text: string, label: string, path: string, note: string]
const told: Record<MailKind, { en: Told; es: Told }> = {
  started: {
    en: [
      'Your Premium subscription at Promptory has started',
      'Thank you for subscribing. Premium is open to you now. You paid $95.88. It renews on January 15, 2027, at $119.88 a year.',
      'See my subscription',
      mySubscription,
      'You can switch auto-renew off at any time in your profile. Within 14 days of the first payment you can get your money back.',
    ],
    es: [
      'Tu suscripción Premium en Promptory ha empezado',
      'Gracias por suscribirte. Ya tienes acceso a Premium. Has pagado 95,88 US$. Se renueva el 15 de enero de 2027, por 119,88 US$ al año.',
      'Ver mi suscripción',
      mySubscription,
      'Puedes desactivar la renovación automática cuando quieras en tu perfil. Durante los 14 días posteriores al primer pago puedes recuperar tu dinero.',
    ],
  },
  switched: {
    en: [
      'You switched to Premium at Promptory',
      'Your new plan is Premium, at $119.88 a year. It started today and renews on January 15, 2027. You paid $95.88 today.',
      'See my subscription',
      mySubscription,
      'What you had left of the former plan was credited.',
    ],
    es: [
      'Has cambiado a Premium en Promptory',
      'Tu nuevo plan es Premium, por 119,88 US$ al año. Ha empezado hoy y se renueva el 15 de enero de 2027. Hoy has pagado 95,88 US$.',
      'Ver mi suscripción',
      mySubscription,
      'Te hemos abonado lo que te quedaba del plan anterior.',
    ],
  },
  auto_renew_off: {
    en: [
      'Auto-renew is off for Premium at Promptory',
      'Your subscription ends on January 15, 2027. Until then everything stays open to you, and nothing more is charged.',
      'See my subscription',
      mySubscription,
      'Changed your mind? Switch auto-renew on again in your profile before that day.',
    ],
    es: [
      'Renovación automática desactivada para Premium en Promptory',
      'Tu suscripción termina el 15 de enero de 2027. Hasta entonces conservas el acceso a todo y no se te cobrará nada más.',
      'Ver mi suscripción',
      mySubscription,
      '¿Has cambiado de idea? Vuelve a activar la renovación automática en tu perfil antes de ese día.',
    ],
  },
  renewal: {
    en: [
      'Your Premium subscription at Promptory renews on January 15, 2027',
      'On January 15, 2027 your yearly subscription renews for $95.88.',
      'See my subscription',
      mySubscription,
      'If you do not want that, switch auto-renew off in your profile before then.',
    ],
    es: [
      'Tu suscripción Premium en Promptory se renueva el 15 de enero de 2027',
      'El 15 de enero de 2027 tu suscripción anual se renueva por 95,88 US$.',
      'Ver mi suscripción',
      mySubscription,
      'Si no quieres renovarla, desactiva antes la renovación automática en tu perfil.',
    ],
  },
  price_change: {
    en: [
      'The price of Premium at Promptory changes on January 15, 2027',
      'From January 15, 2027, Premium costs $119.88 a year instead of $95.88. You pay the new price from your first renewal on or after that day. Until then nothing changes.',
      'See my subscription',
      mySubscription,
      'If you do not want that, switch auto-renew off in your profile before then. You keep what you have paid for.',
    ],
    es: [
      'El precio de Premium en Promptory cambia el 15 de enero de 2027',
      'A partir del 15 de enero de 2027, Premium cuesta 119,88 US$ al año en lugar de 95,88 US$. Pagarás el nuevo precio desde tu primera renovación a partir de ese día. Hasta entonces no cambia nada.',
      'Ver mi suscripción',
      mySubscription,
      'Si no quieres continuar, desactiva antes la renovación automática en tu perfil. Conservas lo que ya has pagado.',
    ],
  },
  price_change_canceled: {
    en: [
      'The price of Premium at Promptory stays as it is',
      'The new price of Premium that we told you about was canceled. You go on paying $119.88 a year: nothing changes for you.',
      'See my subscription',
      mySubscription,
      'There is nothing that you need to do.',
    ],
    es: [
      'El precio de Premium en Promptory se queda como está',
      'El nuevo precio de Premium que te anunciamos se ha cancelado. Sigues pagando 119,88 US$ al año: para ti no cambia nada.',
      'Ver mi suscripción',
      mySubscription,
      'No tienes que hacer nada.',
    ],
  },
  payment_failed: {
    en: [
      'Your payment for Premium at Promptory did not go through',
      'We could not collect $95.88. Everything stays open to you until January 15, 2027: please pay, confirm with your bank or use another card before then.',
      'Pay now',
      myPayments,
      'We also try again by ourselves in the next days.',
    ],
    es: [
      'No se ha podido cobrar tu pago de Premium en Promptory',
      'No hemos podido cobrar 95,88 US$. Conservas el acceso a todo hasta el 15 de enero de 2027: paga, confirma con tu banco o usa otra tarjeta antes de ese día.',
      'Pagar ahora',
      myPayments,
      'También volveremos a intentarlo en los próximos días.',
    ],
  },
  ended: {
    en: [
      'Your Premium subscription at Promptory has ended',
      'What is part of Premium is closed to you now. What you saved, rated and collected is still there.',
      'See the plans',
      '/subscription',
      'You can subscribe again whenever you like.',
    ],
    es: [
      'Tu suscripción Premium en Promptory ha terminado',
      'Ya no tienes acceso a lo que incluye Premium. Lo que guardaste, valoraste y reuniste sigue ahí.',
      'Ver los planes',
      '/subscription',
      'Puedes volver a suscribirte cuando quieras.',
    ],
  },
  refunded: {
    en: [
      'Your refund from Promptory',
      'We sent $95.88 back to the card that you paid with. It arrives within 5 to 10 days.',
      'See my payments',
      myPayments,
      'If it is not there by then, write to us.',
    ],
    es: [
      'Tu reembolso de Promptory',
      'Hemos devuelto 95,88 US$ a la tarjeta con la que pagaste. Llegará en un plazo de 5 a 10 días.',
      'Ver mis pagos',
      myPayments,
      'Si para entonces no ha llegado, escríbenos.',
    ],
  },
}

describe('the mail', () => {
  test.each(Object.keys(told) as MailKind[])('of %s says in both languages what happened', (kind) => {
    const [subject, ...en] = told[kind].en
    const [asunto, ...es] = told[kind].es
    const [mail, correo] = [letter(kind, 'en'), letter(kind, 'es')]
    expect([mail.subject, mail.text]).toEqual([subject, english(...en)])
    expect([correo.subject, correo.text]).toEqual([asunto, spanish(...es)])
    for (const part of [...en.slice(0, 2), en[3]]) expect(mail.html).toContain(part)
  })

  test('says that tax comes on top where that is so', () => {
    expect(letter('started', 'en', { hasTax: true, billing_period: 'month' }).text).toContain(
      'at $119.88 a month plus tax.',
    )
    expect(letter('started', 'es', { hasTax: true, billing_period: 'month' }).text).toContain(
      'por 119,88 US$ al mes más impuestos.',
    )
  })

  test('counts in the currency’s own units', () => {
    expect(letter('refunded', 'en', { currency: 'JPY', amount: 1_000 }).text).toContain('¥1,000 back')
    expect(letter('refunded', 'en', { currency: 'KWD', amount: 3_990 }).text).toContain('KWD 3.990 back')
    expect(letter('refunded', 'es', { amount: 123_450 }).text.replaceAll(/\s/g, ' ')).toContain('1.234,50 US$')
  })

  test('about a failed payment leads to where it is paid', () => {
    expect(letter('payment_failed', 'en', { url: 'https://pay.test/i/1' }).text).toContain(
      'Pay now:\nhttps://pay.test/i/1',
    )
  })
})

const subjectsTo = ({ email }: { email: string }) => mailsTo(email).map(({ subject }) => subject)

describe('what happens to a subscription', () => {
  test('is told in the member’s language, with what was paid and what comes', async () => {
    const person = await createPerson({ language: 'es' })
    await payAt((await checkout(person, 'month')).body.checkout_url)
    await settled()
    await until(() => subjectsTo(person).length === 1)
    const [mail] = mailsTo(person.email)
    expect(mail?.subject).toBe('Tu suscripción Premium en Promptory ha empezado')
    expect(mail?.text).toMatch(/Has pagado 9,99\sUS\$\. Se renueva el .* por 9,99\sUS\$ al mes\./)
    expect((await checkout(person, 'year')).status).toBe(200)
    await settled()
    await until(() => subjectsTo(person).length === 2)
    expect(mailsTo(person.email)[1]?.text).toMatch(/por 95,88\sUS\$ al año.* Hoy has pagado 8\d,\d\d\sUS\$\./)
  })

  test('is told as it was when it happened, whatever came since', async () => {
    const person = await createPerson()
    await payAt((await checkout(person, 'month')).body.checkout_url)
    await settled()
    const { rows } = await sql.query(
      `SELECT data FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1`,
      [String(person.id)],
    )
    expect(rows[0].data).toMatchObject({ kind: 'started', plan_id: premium, amount: 999, price: 999, currency: 'USD' })
  })

  test('a renewal that fails is told once, with the invoice and until when nothing is lost', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await expectRight(person, 1)
    await sandbox.advance('4d')
    await expectRight(person, 1)
    expect(await mailsOf(person)).toEqual(['started', 'payment_failed'])
    await until(() => subjectsTo(person).length === 2)
    const { rows } = await sql.query(
      `SELECT invoice_url, expires_at FROM payment JOIN customer ON customer.id = customer_id
         JOIN access ON access.user_id = customer.user_id WHERE customer.user_id = $1 AND status = 'failed'`,
      [person.id],
    )
    const mail = mailsTo(person.email).find(({ subject }) => subject.includes('did not go through'))
    expect(mail?.text).toContain(`Pay now:\n${rows[0].invoice_url}`)
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(rows[0].expires_at)
    expect(mail?.text).toContain(`We could not collect $9.99. Everything stays open to you until ${day}`)
  })

  test('a yearly renewal is told once, seven days before, with what will be charged', async () => {
    const person = await createSubscriber('year')
    await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -588, currency: 'usd' })
    const { rows } = await sql.query(
      `SELECT current_period_end AS end FROM subscription JOIN customer ON customer.id = customer_id WHERE user_id = $1`,
      [person.id],
    )
    const before = (days: number) => rows[0].end.getTime() - days * 86_400_000
    await announceRenewals(sync, before(7.1))
    expect(await mailsOf(person)).toEqual(['started'])
    await Promise.all([announceRenewals(sync, before(7)), announceRenewals(sync, before(6.9))])
    await announceRenewals(sync, before(3))
    expect(await mailsOf(person)).toEqual(['started', 'renewal'])
    await until(() => subjectsTo(person).length === 2)
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(rows[0].end)
    expect(mailsTo(person.email).at(-1)?.text).toContain(`On ${day} your yearly subscription renews for $90.00.`)
  })

  test('is not told of whose auto-renew is off, nor by the month', async () => {
    const [monthly, ending] = [await createSubscriber('month'), await createSubscriber('year')]
    await ask(paymentPaths.autoRenew, ending, { enabled: false })
    const { rows } = await sql.query('SELECT current_period_end AS end FROM subscription')
    for (const { end } of rows) await announceRenewals(sync, end.getTime() - 86_400_000)
    expect(await mailsOf(monthly)).toEqual(['started'])
    expect(await mailsOf(ending)).toEqual(['started', 'auto_renew_off'])
  })
})

describe('a process that ends', () => {
  test('before it has written loses no mail and writes nothing without one', async () => {
    const person = await buyUntold()
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
    await expectRight(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
    await until(() => subjectsTo(person).length === 1)
  })

  test('after it has sent a mail, before it has said so, sends it again as the same', async () => {
    const person = await createSubscriber()
    await until(() => subjectsTo(person).length === 1)
    const again = createMailer(parseSettings({ DATA_DIR: folder }), { info: () => {} }, siteOf(parseSettings({})))
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
