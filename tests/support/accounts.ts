import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'

export type Account = { username: string; email: string; password: string }
export type Pair = { access: string; refresh: string }

async function post<Answer>(url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

export async function registerAt(siteUrl: string): Promise<Account> {
  const password = `secret of Ana ${randomUUID()}`
  const email = `${randomUUID()}@example.test`
  const { username } = await post<{ username: string }>(`${siteUrl}/api/users/register/`, {
    email,
    password,
    name: 'Ana',
    surname: 'Prueba',
  })
  return { username, email, password }
}

export const signInAt = (siteUrl: string, { email, password }: Account, userAgent = 'Mozilla/5.0 Firefox/140.0') =>
  post<Pair>(`${siteUrl}/api/users/token/`, { email, password }, { 'user-agent': userAgent })

/** Sets tokens before the first page; later pages keep those of the site. */
export const storePairInBrowser = (page: Page, pair: Pair) =>
  page.addInitScript(({ access, refresh }) => {
    if (localStorage.getItem('test') !== null) return
    localStorage.setItem('test', 'was signed in')
    localStorage.setItem('access', access)
    localStorage.setItem('refresh', refresh)
  }, pair)
