import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { cleanup, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import { freePlan, locked, premium, preview, prompt, promptAnswers, questions } from '../../support/postgres/samples.ts'

const open = (options: Parameters<typeof openPage>[2], more = {}) =>
  openPage(
    '/subscription',
    {
      [paths.api.plans]: ok([premium]),
      [paths.api.testimonials]: ok([]),
      [sitePaths.api.faq('subscription')]: ok(questions),
      ...more,
    },
    options,
  )

describe('the plans page', () => {
  test.each([
    ['en', 'Tax may be added at checkout, depending on where you live.', 'Got a promotion code? Enter it at checkout.'],
    [
      'es',
      'Al pagar pueden añadirse impuestos, según el lugar donde vivas.',
      '¿Tienes un código promocional? Introdúcelo al pagar.',
    ],
  ] as const)(
    'explains in %s taxes and promotion codes of the checkout, if there are any',
    async (locale, tax, code) => {
      await open({ locale, settings: { adds_tax: true, takes_codes: true } })
      screen.getByText(tax)
      screen.getByText(code)
    },
  )

  test('shows whole amounts with cents, and a price of zero without cents', async () => {
    const whole = { ...premium, monthly: { ...premium.monthly, price: 9 } }
    await open({}, { [paths.api.plans]: ok([freePlan, whole]) })
    screen.getByText('$9.00')
    screen.getByText('$0')
  })

  test('shows every charged digit in a currency that Intl formats without decimals', async () => {
    const broken = { ...premium, currency: 'HUF', monthly: { ...premium.monthly, price: 1990.5 } }
    await open({}, { [paths.api.plans]: ok([broken]) })
    screen.getByText(/^HUF\s1,990\.50$/)
  })

  test.each([
    ['plus tax', 'exclusive', true],
    ['tax included', 'inclusive', true],
    [null, 'unspecified', true],
    [null, 'inclusive', false],
  ] as const)('shows the tax notice "%s" if it applies', async (text, tax_behavior, adds_tax) => {
    await open({ settings: { adds_tax } }, { [paths.api.plans]: ok([{ ...premium, tax_behavior }]) })
    expect(screen.queryAllByText(/^(plus tax|tax included)$/).map(({ textContent }) => textContent)).toEqual(
      text === null ? [] : [text],
    )
    expect(screen.queryAllByText('Prices include tax.')).toHaveLength(text === 'tax included' ? 1 : 0)
  })

  test.each([
    ['en', 'plus tax', 'exclusive'],
    ['es', 'impuestos incluidos', 'inclusive'],
  ] as const)(
    'and every other page with a price show the same tax notice in %s: %s',
    async (locale, text, tax_behavior) => {
      const plans = { [paths.api.plans]: ok([freePlan, { ...premium, tax_behavior }]) }
      const options = { locale, settings: { adds_tax: true } }
      const answers = {
        [sitePaths.api.faq('landing')]: ok(questions),
        [paths.api.testimonials]: ok([]),
        [paths.api.functional]: ok([]),
        ...promptAnswers(locked({ ...preview, required_tier: 1 })),
        ...plans,
      }
      await openPage('/', answers, options)
      expect(screen.getAllByText(text)).toHaveLength(1)
      cleanup()
      await openPage(paths.prompt(prompt.slug), answers, options)
      await screen.findByText(text)
    },
  )

  test('shows no notice if the checkout has neither taxes nor promotion codes', async () => {
    await open({})
    expect(screen.queryByText(/tax may be|promotion code/i)).toBeNull()
  })

  test('sends the displayed price, and shows the new price if it has changed', async () => {
    const detail = 'The price has changed, and nothing was charged. Check the new price, then try again.'
    const dearer = { ...premium, monthly: { ...premium.monthly, price: 12.99 } }
    const { user, written } = await open(
      { member: {} },
      {
        [paths.api.plans]: [ok([premium]), ok([dearer])],
        [`POST ${checkoutPaths.checkout}`]: refused(409, {
          detail,
          code: 'price_changed',
          price: 12.99,
          currency: 'USD',
        }),
      },
    )
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    await screen.findByRole('alertdialog', { name: `${detail} It now costs $12.99.` })
    expect(written().map(({ body }) => body)).toEqual([{ plan_id: 2, billing_period: 'month', price: 9.99 }])
    await screen.findByText('$12.99')
  })
})
