import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authorizedFetch, setPageAccount, preservePage, onSessionEnd } from '../../client/app/session/session.ts'
import { isSignedIn } from '../../client/app/session/viewer.ts'

type Sent = { path: string; method: string; token: string | undefined }
const stored = new Map<string, string>()
const sent: Sent[] = []
/** Response to a refresh, and the valid Authorization header. */
let refresh: () => Promise<Response>
let valid: string | undefined

beforeEach(() => {
  stored.clear()
  stored.set('access', 'old').set('refresh', 'refresh old')
  sent.length = 0
  valid = 'Bearer new'
  refresh = async () => Response.json({ access: 'new', refresh: 'refresh new' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('StorageEvent', Event)
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers }: RequestInit = {}) => {
    const token = (headers as Record<string, string>).authorization
    sent.push({ path, method, token })
    await new Promise((resolve) => void setTimeout(resolve, Math.random() * 20))
    if (path.endsWith('/refresh/')) return refresh()
    return token === undefined || token === valid ? Response.json({ path }) : new Response(null, { status: 401 })
  })
})

afterEach(() => vi.unstubAllGlobals())

const later = () => new Promise((resolve) => void setTimeout(resolve, 100))
const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`
const call = (path = '/api/library/marks/', method = 'GET') => authorizedFetch(path, { method, headers: {} })
const twenty = () => Promise.all(Array.from({ length: 20 }, (_one, at) => call(`/api/library/${at}/`)))
const refreshes = () => sent.filter(({ path }) => path.endsWith('/refresh/')).length
const statusesOf = (responses: Response[]) => [...new Set(responses.map(({ status }) => status))]

describe('twenty concurrent API calls', () => {
  test.each(['with', 'without'])(
    'with an expired token refresh it once and are sent again, %s locks',
    async (locks) => {
      if (locks === 'without') vi.stubGlobal('navigator', {})
      const responses = await twenty()
      expect(statusesOf(responses)).toEqual([200])
      expect(await Promise.all(responses.map((one) => one.json()))).toContainEqual({ path: '/api/library/19/' })
      expect(refreshes()).toBe(1)
      expect(sent).toHaveLength(41)
      expect(Object.fromEntries(stored)).toEqual({ access: 'new', refresh: 'refresh new' })
    },
  )

  test('with an ended session are sent again without a token', async () => {
    refresh = async () => new Response(null, { status: 401 })
    expect(statusesOf(await twenty())).toEqual([200])
    expect(refreshes()).toBe(1)
    expect(sent.filter(({ token }) => token === undefined)).toHaveLength(21)
    expect(stored.size).toBe(0)
  })

  test.each([429, 503])("fail with the server's error if the refresh fails: %s", async (status) => {
    refresh = async () => Response.json({ detail: 'slowly' }, { status })
    const responses = await twenty()
    expect(statusesOf(responses)).toEqual([status])
    for (const response of responses) expect(await response.json()).toEqual({ detail: 'slowly' })
    expect(stored.get('refresh')).toBe('refresh old')
  })

  test.each([
    ['does', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does, where its own page answers', async () => Response.json({ network: 'Please log in.' })],
  ])('fail if the network %s, without dropping the tokens', async (_how, fail) => {
    refresh = fail
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => call()))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(stored.get('refresh')).toBe('refresh old')
    refresh = async () => Response.json({ access: 'new', refresh: 'refresh new' })
    expect((await call()).status).toBe(200)
  })
})

describe('an API call', () => {
  test('has no timeout', async () => {
    const answer = Promise.withResolvers<Response>()
    const fetch = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>(() => answer.promise)
    vi.stubGlobal('fetch', fetch)
    const running = call()
    expect(fetch.mock.calls.map(([, init]) => init?.signal)).toEqual([undefined])
    answer.resolve(Response.json({}))
    expect((await running).status).toBe(200)
  })

  test('holds the refresh lock until other tabs can read the new tokens', async () => {
    let freeAt = Infinity
    vi.stubGlobal('navigator', {
      locks: {
        request: async (_name: string, callback: () => Promise<unknown>) => {
          await callback()
          freeAt = performance.now()
        },
      },
    })
    await call()
    const answeredAt = performance.now()
    expect(freeAt).toBe(Infinity)
    await expect.poll(() => freeAt).toBeLessThan(Infinity)
    expect(freeAt - answeredAt).toBeGreaterThan(200)
    stored.set('access', 'expired').set('refresh', 'refresh new')
    refresh = async () => Response.json({ detail: 'busy' }, { status: 503 })
    freeAt = Infinity
    await call()
    await expect.poll(() => freeAt).toBeLessThan(Infinity)
  })

  test('uses the token that another tab has stored meanwhile', async () => {
    const running = call()
    stored.set('access', 'new').set('refresh', 'refresh of the other tab')
    expect((await running).status).toBe(200)
    expect(refreshes()).toBe(0)
    expect(stored.get('refresh')).toBe('refresh of the other tab')
  })

  test('does not refresh the token a second time if the new token is refused too', async () => {
    valid = 'Bearer another'
    expect((await call()).status).toBe(401)
    expect(refreshes()).toBe(1)
    expect(stored.get('access')).toBe('new')
  })

  test('for the current user signs out if it is refused with a fresh token', async () => {
    valid = 'Bearer another'
    expect((await call('/api/users/me/')).status).toBe(401)
    expect(stored.size).toBe(0)
  })

  test('that writes is sent again with the same method', async () => {
    expect((await call('/api/library/prompts/a/save/', 'POST')).status).toBe(200)
    expect(sent.map(({ method, token }) => [method, token])).toEqual([
      ['POST', 'Bearer old'],
      ['POST', undefined],
      ['POST', 'Bearer new'],
    ])
  })

  test.each(['/api/users/token/', '/api/users/token/refresh/', '/api/users/token/revoke/'])(
    'to %s is sent without a token, and not sent again after a 401',
    async (path) => {
      refresh = async () => new Response(null, { status: 401 })
      await authorizedFetch(path, { method: 'POST', headers: {} })
      expect(sent).toEqual([{ path, method: 'POST', token: undefined }])
      expect(stored.get('access')).toBe('old')
    },
  )

  test.each(['\u0000', 'tok\nen', 'señal'])(
    'is sent without a token if the stored token %j is not valid in a header',
    async (text) => {
      stored.set('access', text)
      expect((await call()).status).toBe(200)
      expect(sent.map(({ token }) => token)).toEqual([undefined])
      expect(stored.size).toBe(0)
    },
  )

  test('keeps an Authorization header that its caller has set', async () => {
    valid = 'Bearer mine'
    const headers = { authorization: 'Bearer mine' }
    expect((await authorizedFetch('/api/x/', { headers })).status).toBe(200)
    expect(sent.map(({ token }) => token)).toEqual(['Bearer mine'])
  })
})

const endElsewhere = () => void (stored.delete('access') && stored.delete('refresh'))

const logIn = async () => {
  await later()
  stored.set('access', 'new').set('refresh', 'refresh new')
}

describe('an API call after the session has ended', () => {
  const prompt = vi.fn<() => Promise<void>>()
  beforeEach(() => {
    refresh = async () => new Response(null, { status: 401 })
    prompt.mockReset().mockImplementation(async () => {})
    onSessionEnd(prompt, 'Not saved.')
    return () => onSessionEnd(undefined)
  })

  test('opens one log-in dialog if it writes, and is sent again after the log-in', async () => {
    prompt.mockImplementation(logIn)
    const responses = await Promise.all([call('/api/a/', 'PUT'), call('/api/b/', 'POST')])
    expect(statusesOf(responses)).toEqual([200])
    expect(prompt).toHaveBeenCalledTimes(1)
    expect(sent.slice(-2).map(({ token }) => token)).toEqual(['Bearer new', 'Bearer new'])
  })

  test('is sent without a token if the log-in dialog is closed', async () => {
    expect((await call('/api/a/', 'PUT')).status).toBe(200)
    expect(sent.at(-1)?.token).toBe(undefined)
    expect(stored.size).toBe(0)
  })

  test('opens no log-in dialog if it reads, except from a page with unsaved text', async () => {
    await call()
    expect(prompt).not.toHaveBeenCalled()
    stored.set('access', 'new').set('refresh', 'refresh new')
    await call()
    const release = preservePage()
    stored.set('access', 'old')
    prompt.mockImplementation(logIn)
    expect((await call()).status).toBe(200)
    expect(prompt).toHaveBeenCalledTimes(1)
    release()
  })

  describe('from a page with unsaved text', () => {
    let release: () => void
    beforeEach(async () => {
      setPageAccount('1')
      stored.set('access', 'new').set('refresh', 'refresh new')
      release = preservePage()
      await call()
      sent.length = 0
      return () => {
        release()
        setPageAccount(null)
      }
    })

    test('is sent after a log-in, even if another tab detected the end of the session', async () => {
      endElsewhere()
      expect(isSignedIn()).toBe(true)
      prompt.mockImplementation(logIn)
      expect((await call('/api/a/', 'PUT')).status).toBe(200)
      expect(sent.map(({ token }) => token)).toEqual(['Bearer new'])
    })

    test('is not sent, and opens no log-in dialog, if it runs in the background', async () => {
      endElsewhere()
      const headers = {}
      expect((await authorizedFetch('/api/a/', { method: 'PUT', headers, isBackground: true })).status).toBe(403)
      expect([prompt.mock.calls, sent]).toEqual([[], []])
    })

    test('is refused if the log-in dialog is closed, which only the next write opens again', async () => {
      stored.set('access', 'old')
      const refused = await call('/api/a/', 'PUT')
      expect([refused.status, await refused.json()]).toEqual([403, { detail: 'Not saved.', code: 'signed_out' }])
      expect([isSignedIn(), stored.size]).toEqual([true, 0])
      expect((await call()).status).toBe(401)
      expect(prompt).toHaveBeenCalledTimes(1)
      prompt.mockImplementation(logIn)
      expect((await call('/api/a/', 'PUT')).status).toBe(200)
      expect(prompt).toHaveBeenCalledTimes(2)
    })

    test('opens another log-in dialog if the new session ends too', async () => {
      stored.set('access', 'old')
      prompt.mockImplementation(logIn).mockImplementationOnce(async () => void stored.set('access', 'ended again'))
      expect((await call('/api/a/', 'PUT')).status).toBe(200)
      expect(prompt).toHaveBeenCalledTimes(2)
    })

    test.each(['a log-out', 'the form is closed'])('is sent without a token after %s', async (what) => {
      endElsewhere()
      if (what === 'a log-out') stored.set('signed_out', '1')
      else release()
      expect(isSignedIn()).toBe(false)
      expect((await call('/api/a/', 'PUT')).status).toBe(200)
      expect(sent.map(({ token }) => token)).toEqual([undefined])
      if (what !== 'a log-out') release = () => {}
    })
  })

  test('does not sign out if it runs in the background', async () => {
    await authorizedFetch('/api/a/', { method: 'PUT', headers: {}, isBackground: true })
    expect(prompt).not.toHaveBeenCalled()
    expect(stored.get('access')).toBe('old')
  })
})

describe('a page that was opened by one account', () => {
  const reload = vi.fn<() => void>()
  beforeEach(() => {
    vi.stubGlobal('location', { reload: reload.mockReset() })
    setPageAccount('1')
    return () => setPageAccount(null)
  })

  test.each([{ method: 'PUT', isBackground: true }, { method: 'GET' }])(
    "reloads, and sends nothing, if another account's token is stored: %j",
    async (init) => {
      stored.set('access', tokenOf('2'))
      void authorizedFetch('/api/forum/draft/', { ...init, headers: {} })
      await later()
      expect([sent, reload.mock.calls.length]).toEqual([[], 1])
    },
  )

  test('does not repeat a request after another account has signed in', async () => {
    stored.set('access', tokenOf('1'))
    void call('/api/a/', 'PUT')
    stored.set('access', tokenOf('2')).set('refresh', 'refresh of the other')
    await later()
    expect(sent.map(({ token }) => token)).toEqual([`Bearer ${tokenOf('1')}`])
    expect(reload).toHaveBeenCalled()
  })

  test('uses each new token of its account', async () => {
    stored.set('access', tokenOf('1'))
    valid = `Bearer ${tokenOf('1')}`
    expect((await call()).status).toBe(200)
    expect(reload).not.toHaveBeenCalled()
  })
})
