import { checkoutPaths } from '#shared/checkout-paths.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site-paths.ts'
import { ok, openPage, refused } from '../support/page.tsx'
import { premium, questions } from '../support/samples.ts'

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

describe('the page of the plans', () => {
  test.each([
    [
      'en',
      'Tax may be added at the checkout, depending on where you live.',
      'Got a promotion code? Enter it at the checkout.',
    ],
    [
      'es',
      'Al pagar pueden añadirse impuestos, según el lugar donde vivas.',
      '¿Tienes un código promocional? Introdúcelo al pagar.',
    ],
  ] as const)('says in %s what the checkout does to prices, where it does', async (locale, tax, code) => {
    await open({ locale, settings: { adds_tax: true, takes_codes: true } })
    screen.getByText(tax)
    screen.getByText(code)
  })

  test('tells whole amounts without cents, as the server does, in browsers that know fewer options', async () => {
    const { NumberFormat } = Intl
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (locale, options) {
      return new NumberFormat(locale, { ...options, trailingZeroDisplay: 'auto' })
    })
    await open({}, { [paths.api.plans]: ok([{ ...premium, monthly: { ...premium.monthly, price: 9 } }]) })
    screen.getByText('$9')
  })

  test('says nothing of either where there is none', async () => {
    await open({})
    expect(screen.queryByText(/tax may be|promotion code/i)).toBeNull()
  })

  test('sends the price that it shows, and after a change shows the new one', async () => {
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
