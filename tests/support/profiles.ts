import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { keepPair, registerAt, signInAt } from './accounts.ts'
import type { Account } from './accounts.ts'
import type { startMembers } from './members.ts'
import { useSite } from './visit.ts'
import type { Visit } from './visit.ts'

export const card = (page: Page, title: string) =>
  page.locator('main section', { has: page.getByRole('heading', { name: title, exact: true }) })
export const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true })
export const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true })
export const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)
/** The access token in the browser. */
export const kept = (page: Page) => page.evaluate(() => localStorage.getItem('access'))

/** A second tab on the profile, in which the browser may log that something failed. */
export async function openSecond(first: Page): Promise<Page> {
  const page = await first.context().newPage()
  await page.goto('/profile', { waitUntil: 'networkidle' })
  return page
}

type Tour = (visit: Visit & { account: Account }) => Promise<void>
type ProfileOptions = BrowserContextOptions & { hasPassword?: boolean; path?: string }

/** A site whose database the tests reach, and people who look at their own profile there. */
export function useProfiles({ settings, sql, stop }: Awaited<ReturnType<typeof startMembers>>) {
  const { visit, siteUrl } = useSite(settings)
  afterAll(stop)

  /** The profile of somebody who has just signed in, with or without a password. */
  async function visitProfile(tour: Tour, { hasPassword = true, path = '/profile', ...options }: ProfileOptions = {}) {
    const account = await registerAt(siteUrl())
    const pair = await signInAt(siteUrl(), account)
    if (!hasPassword) await sql('UPDATE "user" SET password_hash = NULL WHERE email = $1', [account.email])
    await visit(options, async (tools) => {
      await keepPair(tools.page, pair)
      await tools.open(path)
      await tour({ ...tools, account })
    })
  }
  return { visit, siteUrl, sql, visitProfile }
}
