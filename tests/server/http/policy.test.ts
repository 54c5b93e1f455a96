import { describe, expect, test } from 'vitest'
import { get, openApp, startApp } from '../../support/app.ts'

await openApp()

const google = await startApp({ GOOGLE_CLIENT_ID: 'promptory.apps.test' })

/** Directives of a page's policy with their sources. */
async function policyOf(path: string, of?: typeof google) {
  const { headers } = await get(path, of && { of })
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(directives.map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))
}
const gsi = 'https://accounts.google.com/gsi/'

describe('the Content-Security-Policy', () => {
  const page = {
    'default-src': ["'self'"],
    // The script in the head, and the one that removes a dismissed announcement.
    'script-src': ["'self'", ...[1, 2].map(() => expect.stringMatching(/^'sha256-[\w+/]{43}='$/) as string)],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  const data = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

  test.each(['/', '/library', '/no/such/page', '/assets/none.js'])(
    'of the page %s has exactly these directives',
    async (path) => {
      expect(await policyOf(path)).toEqual(page)
    },
  )

  test('of a page on https has upgrade-insecure-requests', async () => {
    const secure = await startApp({ PUBLIC_URL: 'https://library.test' })
    expect(await policyOf('/', secure)).toEqual({ ...page, 'upgrade-insecure-requests': [] })
  })

  test.each(['/api/library/categories/', '/api/users/me/', '/api/none'])(
    'of the API response %s has exactly these directives',
    async (path) => {
      expect(await policyOf(path)).toEqual(data)
      expect(await policyOf(path, google)).toEqual(data)
    },
  )
})

describe('the Content-Security-Policy of a page', () => {
  test.each(['/login', '/register', '/login?next=/library', '/profile', '/profile?tab=payments'])(
    "allows %s to load Google's button, and nothing else from Google",
    async (path) => {
      const [plain, extended] = [await policyOf(path), await policyOf(path, google)]
      expect(extended).toEqual({
        ...plain,
        'script-src': [...(plain['script-src'] ?? []), `${gsi}client`],
        'style-src': ["'self'", `${gsi}style`],
        'frame-src': [gsi],
        'connect-src': ["'self'", gsi],
      })
      const { headers } = await get(path, { of: google })
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    },
  )

  test.each(['/', '/library', '/forgot-password', '/oauth/google', '/login/x', '/loginx', '/api/users/me/'])(
    'does not allow %s to load anything from Google',
    async (path) => {
      const { headers } = await get(path, { of: google })
      expect(headers['content-security-policy']).toBeTruthy()
      expect(headers['content-security-policy']).not.toContain('google')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    },
  )

  test.each(['/login', '/register'])('allows %s to load nothing from Google without GOOGLE_CLIENT_ID', async (path) => {
    expect(JSON.stringify(await policyOf(path))).not.toContain('google')
  })
})
