import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { storePairInBrowser, signInAt } from './accounts.ts'
import type { Account } from './accounts.ts'
import type { startMembers } from './members.ts'
import { useSite } from './browser/visit.ts'
import type { Visit } from './browser/visit.ts'

export const card = (page: Page, title: string) =>
  page.locator('main section', { has: page.getByRole('heading', { name: title, exact: true }) })
export const field = (index: Page | Locator, label: string) => index.getByLabel(label, { exact: true })
export const button = (index: Page | Locator, name: string) => index.getByRole('button', { name, exact: true })
export const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)
export const storedAccessToken = (page: Page) => page.evaluate(() => localStorage.getItem('access'))

type Tour = (visit: Visit & { account: Account }) => Promise<void>
type ProfileOptions = BrowserContextOptions & { hasPassword?: boolean; path?: string }

export function useProfiles({ settings, sql, createAccount }: Awaited<ReturnType<typeof startMembers>>) {
  const { visit, visitInTrouble, siteUrl, siteFolder } = useSite(settings)

  async function visitProfile(tour: Tour, { hasPassword = true, path = '/profile', ...options }: ProfileOptions = {}) {
    const account = await createAccount()
    const pair = await signInAt(siteUrl(), account)
    const onlyGoogle = `UPDATE "user" SET password_hash = NULL, google_sub = 'sub of ' || email WHERE email = $1`
    if (!hasPassword) await sql(onlyGoogle, [account.email])
    await visit(options, async (tools) => {
      await storePairInBrowser(tools.page, pair)
      await tools.open(path)
      await tour({ ...tools, account })
    })
  }
  return { visit, visitInTrouble, siteUrl, siteFolder, sql, visitProfile }
}
