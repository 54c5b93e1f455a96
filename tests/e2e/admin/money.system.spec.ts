import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import * as appEn from '../../../client/app/messages.en.ts'
import * as appEs from '../../../client/app/messages.es.ts'
import * as adminEn from '../../../client/admin/messages.en.ts'
import * as adminEs from '../../../client/admin/messages.es.ts'
import * as paymentsEn from '../../../client/admin/payments/messages.en.ts'
import * as paymentsEs from '../../../client/admin/payments/messages.es.ts'
import * as plansEn from '../../../client/admin/plans/messages.en.ts'
import * as plansEs from '../../../client/admin/plans/messages.es.ts'
import * as problemsEn from '../../../server/subscription/messages.en.ts'
import * as problemsEs from '../../../server/subscription/messages.es.ts'
import { violationsInBothThemes } from '../../support/browser/axe.ts'
import { until } from '../../support/postgres/database.ts'
import { signIn, startMembers } from '../../support/members.ts'
import { startPayments } from '../../support/billing/paid-site.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import { useSite } from '../../support/browser/visit.ts'

const { settings: ofMembers, sql, createMember } = await startMembers()
const { settings: ofPayments } = await startPayments()
const { visit, siteUrl } = useSite({ ...ofMembers, ...ofPayments })
const words = {
  en: { ...appEn.messages, ...adminEn.messages, ...paymentsEn.messages, ...plansEn.messages },
  es: { ...appEs.messages, ...adminEs.messages, ...paymentsEs.messages, ...plansEs.messages },
}
const problems = {
  en: problemsEn.messages.subscription.plan.used,
  es: problemsEs.messages.subscription.plan.used,
}
const idOf = (token: string) => Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub)

/** Inserts a paid invoice; returns its id. */
async function sell(): Promise<string> {
  const token = await createMember(siteUrl())
  const user_id = idOf(token)
  await sql('UPDATE "user" SET email = $2, email_confirmed_at = now() WHERE id = $1', [
    user_id,
    `b${user_id}@example.test`,
  ])
  const { rows } = await sql(`SELECT id FROM plan WHERE slug = 'premium'`)
  const response = await fetch(`${siteUrl()}${checkoutPaths.checkout}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan_id: rows[0].id, billing_period: 'month' }),
  })
  const { checkout_url } = (await response.json()) as { checkout_url: string }
  await postForm(checkout_url, { action: 'pay', card_number: cards.pays })
  const find = () =>
    sql(
      `SELECT payment.id FROM payment JOIN customer ON customer.id = customer_id WHERE user_id = $1 AND status = 'paid'`,
      [user_id],
    )
  await until(async () => (await find()).rows.length === 1)
  return (await find()).rows[0].id
}

/** Width of a table that is only reached by scrolling, in px. */
const hiddenWidth = (table: Element) =>
  (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0)

async function problemsOf(page: Page): Promise<unknown[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...(await violationsInBothThemes(page)), ...(overflow > 0 ? [`${overflow} px too wide`] : [])]
}

test('the payments list shows its date filter without truncation, and an e-mail on one line', async () => {
  const payment = await sell()
  const token = await createMember(siteUrl())
  await sql(`UPDATE "user" SET role = 'admin' WHERE id = $1`, [idOf(token)])
  await sql(
    `UPDATE "user" SET email = 'benjamin.subscriber@example.test' WHERE id =
      (SELECT user_id FROM customer JOIN payment ON customer.id = customer_id WHERE payment.id = $1)`,
    [payment],
  )
  await visit({ locale: 'en', viewport: { width: 1440, height: 900 } }, async ({ page, open }) => {
    await signIn(page, token)
    await open(adminMoneyPaths.payments())
    const day = page.getByLabel(words.en.payments.from, { exact: true })
    await day.waitFor()
    expect(await day.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(150)
    await page.setViewportSize({ width: 768, height: 900 })
    const email = page.getByText('benjamin.subscriber@example.test')
    await email.waitFor()
    const lines = await email.evaluate(
      (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
    )
    expect(Math.round(lines)).toBe(1)
  })
})

describe.each([
  ['en', { viewport: { width: 390, height: 844 } }],
  ['es', { viewport: { width: 1280, height: 800 } }],
] as const)('an admin of plans and payments, in %s', (locale, screen) => {
  test('finds a payment, refunds a part, and sees how many subscribers a new price affects', async () => {
    const say = words[locale]
    const payment = await sell()
    const token = await createMember(siteUrl())
    await sql(`UPDATE "user" SET role = 'admin', language = $2::locale WHERE id = $1`, [idOf(token), locale])
    await visit({ locale, ...screen, reducedMotion: 'reduce' }, async ({ page, open }) => {
      await signIn(page, token)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const link = (name: string) => page.getByRole('link', { name, exact: true })
      await open(adminMoneyPaths.payments())
      await page.getByLabel(say.payments.search).fill(payment)
      await button(say.common.search_submit).click()
      await page.waitForURL(`**${adminMoneyPaths.payments({ q: payment })}`)
      // The former list stays until the filtered one has loaded.
      const rows = page.getByRole('table', { name: say.payments.list }).locator('tbody tr')
      await expect.poll(() => rows.count()).toBe(1)
      expect(await problemsOf(page)).toEqual([])
      expect(await page.getByRole('table', { name: say.payments.list }).evaluate(hiddenWidth)).toBe(0)
      await page.getByRole('table').getByRole('link').click()
      await button(say.refund.open).click()
      await page.getByText(say.refund.all_ends).waitFor()
      await page.getByRole('alertdialog').getByRole('spinbutton').fill('4')
      await page.getByLabel(say.refund.reason).fill('Half a month')
      expect(await problemsOf(page)).toEqual([])
      await page.getByRole('alertdialog').getByRole('button').last().click()
      await page.getByText(say.refund.statuses.succeeded, { exact: true }).first().waitFor()
      await page.getByText('Half a month').waitFor()
      expect(await problemsOf(page)).toEqual([])
      await open(adminMoneyPaths.payments())
      await link(say.payments.tabs.events).click()
      await page.getByRole('table', { name: say.events.list }).waitFor()
      expect(await problemsOf(page)).toEqual([])
      await page.getByRole('table').getByRole('link', { name: 'invoice.paid' }).first().click()
      await page.getByText(say.events.led_to, { exact: true }).waitFor()
      expect(await problemsOf(page)).toEqual([])
      await open(adminMoneyPaths.plans)
      await link('Premium').click()
      await page.getByLabel(say.price.starts_on).waitFor()
      expect(await problemsOf(page)).toEqual([])
      await page.getByLabel(say.price.starts_on).fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10))
      await page.getByLabel(say.price.price.replace('{currency}', 'USD')).fill('12.99')
      await button(say.price.check).click()
      await page.getByRole('alertdialog', { name: say.price.ask }).getByText(say.price.renewals).waitFor()
      expect(await problemsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await button(say.removal.open).click()
      await button(say.removal.submit).click()
      await page.getByText(problems[locale].bought).waitFor()
      expect(await problemsOf(page)).toEqual([])
    })
  })
})
