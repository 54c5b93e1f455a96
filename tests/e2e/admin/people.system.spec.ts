import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { messages as membersEn } from '../../../client/admin/members/messages.en.ts'
import { messages as membersEs } from '../../../client/admin/members/messages.es.ts'
import { messages as overviewEn } from '../../../client/admin/overview/messages.en.ts'
import { messages as overviewEs } from '../../../client/admin/overview/messages.es.ts'
import { violationsInBothThemes } from '../../support/browser/axe.ts'
import { signIn, startMembers } from '../../support/members.ts'
import { useSite } from '../../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)
const textsOf = {
  en: { members: membersEn.members, overview: overviewEn.overview },
  es: { members: membersEs.members, overview: overviewEs.overview },
}
const idOf = (token: string) => Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub)

describe.each(['en', 'es'] as const)('the admin area in %s', (locale) => {
  test('shows the overview and a member, who can be blocked and unblocked', async () => {
    const { members, overview } = textsOf[locale]
    const [admin, token] = [await createMember(siteUrl()), await createMember(siteUrl())]
    const username = `m-${randomUUID().slice(0, 8)}`
    await sql(`UPDATE "user" SET role = 'admin', language = $2::locale WHERE id = $1`, [idOf(admin), locale])
    await sql('UPDATE "user" SET username = $2 WHERE id = $1', [idOf(token), username])
    const browser = { locale: locale === 'en' ? 'en-US' : 'es-ES', viewport: { width: 390, height: 800 } }
    await visit(browser, async ({ page, open }) => {
      await signIn(page, admin)
      await open(adminPaths.overview)
      const signUps = page.getByRole('region', { name: overview.series.sign_ups })
      await signUps.getByRole('img').first().waitFor()
      await signUps.getByText(overview.table).click()
      await expect.poll(() => signUps.getByRole('row').count()).toBe(31)
      expect(await violationsInBothThemes(page)).toEqual([])
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await overflow()).toBeLessThanOrEqual(0)

      await open(adminPaths.members)
      await page.getByRole('searchbox').fill(username)
      await page.getByRole('searchbox').press('Enter')
      await page.waitForURL((url) => url.searchParams.get('q') === username)
      await page.getByRole('link', { name: username }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      expect(await overflow()).toBeLessThanOrEqual(0)

      await page.getByRole('link', { name: username }).click()
      await page.getByRole('button', { name: members.block.open }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('checkbox').check()
      await dialog.getByText(members.block.texts.split('{')[0] ?? '').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: members.block.confirm, exact: true }).click()
      await page.getByText(members.block.hidden).waitFor()
      const me = await fetch(`${siteUrl()}/api/users/me/`, { headers: { authorization: `Bearer ${token}` } })
      expect(me.status).toBe(401)
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: members.block.unblock }).click()
      await dialog.getByRole('button', { name: members.block.unblock }).click()
      await page.getByRole('button', { name: members.block.open }).waitFor()
      expect(await overflow()).toBeLessThanOrEqual(0)
    })
  })
})
