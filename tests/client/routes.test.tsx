import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { paths } from '#shared/paths.ts'
import { findRoute, pageRoutes } from '../../client/start/routes.tsx'
import { openPage } from '../support/browser/page.tsx'

const addresses = pageRoutes.map(({ path }) => [path.replaceAll(/:\w+|\*/g, 'a-1')])

describe('routing', () => {
  test.each(addresses)('matches the path %s in this spelling only', (address) => {
    expect(findRoute(address)).not.toBeNull()
    if (address === '/') return
    const words = address.replaceAll('a-1', '*')
    for (const spelling of [
      words.toUpperCase().replaceAll('*', 'a-1'),
      address.replace(/[a-z]/, (letter) => letter.toUpperCase()),
      address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      `${address}/`,
      `/${address}`,
      `/.${address}`,
      address.replace('/', '\\'),
    ])
      expect({ spelling, route: findRoute(spelling) }).toEqual({ spelling, route: null })
  })

  test('does not match a link in another case within the site', async () => {
    await openPage(paths.library.toUpperCase(), {})
    await screen.findByText('404')
  })

  test('decodes the parameters of a path', () => {
    for (const slug of ['ñu-x', '中文-x', '100%']) expect(findRoute(paths.prompt(slug))?.params).toEqual({ slug })
    expect(findRoute('/library/prompt/100%')?.params).toEqual({ slug: '100%' })
  })

  test('distinguishes the case of admin sections and ids', () => {
    expect(findRoute(adminMoneyPaths.payment('in_1Ab'))?.params['*']).toBe('payments/in_1Ab')
  })
})
