import { describe, expect, test } from 'vitest'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { Locale } from '#shared/locale.ts'
import { messages as auditEn } from '../../../client/admin/audit/messages.en.ts'
import { messages as auditEs } from '../../../client/admin/audit/messages.es.ts'
import { messages as siteEn } from '../../../client/admin/site/messages.en.ts'
import { messages as siteEs } from '../../../client/admin/site/messages.es.ts'
import { messages as adminEn } from '../../../client/admin/messages.en.ts'
import { messages as adminEs } from '../../../client/admin/messages.es.ts'
import { messages as bannerEn } from '../../../client/start/document/banners.messages.en.ts'
import { messages as bannerEs } from '../../../client/start/document/banners.messages.es.ts'
import { violationsInBothThemes } from '../../support/browser/axe.ts'
import { signIn, startMembers } from '../../support/members.ts'
import { photo } from '../../support/browser/pictures.ts'
import { useSite } from '../../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)

const banners = { en: bannerEn, es: bannerEs }
const messages = {
  en: { admin: adminEn, site: siteEn, audit: auditEn, name: 'Atelier', color: '#0b6e4f', painted: 'rgb(11, 110, 79)' },
  es: { admin: adminEs, site: siteEs, audit: auditEs, name: 'Estudio', color: '#8a2be2', painted: 'rgb(138, 43, 226)' },
} satisfies Record<Locale, object>

async function newAdmin(): Promise<string> {
  const token = await createMember(siteUrl())
  const id = Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub)
  await sql(`UPDATE "user" SET role = 'admin', username = $2 WHERE id = $1`, [id, `keeper-${id}`])
  return token
}

describe.each(['en', 'es'] as const)('an admin in %s', (locale) => {
  const { admin, site, audit, name, color, painted } = messages[locale]
  const named = (field: string) => admin.field[`in_${locale}`].replace('{field}', field)
  const browser = { locale: locale === 'en' ? 'en-US' : 'es-ES', viewport: { width: 1280, height: 900 } }

  test('changes name, look and announcement of the site, which every page then shows', async () => {
    const token = await newAdmin()
    await sql('DELETE FROM site_setting')
    await sql('DELETE FROM announcement')
    await visit(browser, async ({ page, open }) => {
      await signIn(page, token)
      await open(adminSitePaths.site)
      await page.getByLabel(site.field.name, { exact: true }).fill(name)
      await page.getByLabel(site.field.brand_color, { exact: true }).fill('#ffd400')
      const save = page.getByRole('button', { name: admin.editor.save, exact: true })
      await save.click()
      await page.getByText('#8c7400').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByLabel(site.field.brand_color, { exact: true }).fill(color)
      const picture = { name: 'logo.png', mimeType: 'image/png', buffer: await photo({ width: 90, height: 30 }) }
      await page.locator('input[type=file]').first().setInputFiles(picture)
      await page
        .getByRole('group', { name: site.field.logo_hash, exact: true })
        .getByRole('button', { name: site.logo.remove })
        .waitFor()
      await save.click()
      await page.getByText(site.saved).waitFor()
      await page.getByRole('link', { name: site.tabs.announcements }).click()
      await page.getByRole('link', { name: site.announcements.add }).click()
      await page.getByLabel(named(site.announcement.text), { exact: true }).fill(`${name}: 100 prompts`)
      await page.getByLabel(site.announcement.from_at).fill('2026-01-01T00:00')
      await page.getByLabel(site.announcement.until_at).fill('2099-01-01T00:00')
      await page.getByLabel(site.announcement.link, { exact: true }).fill('/blog')
      expect(await violationsInBothThemes(page)).toEqual([])
      await save.click()
      await page.getByRole('button', { name: admin.removal.open }).waitFor()

      await page.getByRole('link', { name: site.tabs.faq }).click()
      await page.getByRole('list', { name: site.content.faq_pages.landing }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('link', { name: site.content.faq.add }).click()
      const fieldOf = (field: 'q' | 'a') => admin.field.in_en.replace('{field}', site.content.fields[field])
      await page.getByLabel(fieldOf('q'), { exact: true }).fill(`Is ${name} new?`)
      await page.getByLabel(fieldOf('a'), { exact: true }).fill('It is.')
      await save.click()
      await page.getByRole('button', { name: admin.removal.open }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])

      await open(adminSitePaths.audit({ kind: 'site' }))
      await page.getByRole('link', { name: audit.list.changes }).first().waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('link', { name: audit.list.changes }).first().click()
      await page.getByRole('heading', { name: audit.entry.differences }).waitFor()
      await page.locator('ins', { hasText: name }).waitFor()
    })
    await visit(browser, async ({ page, open }) => {
      await open('/')
      await page.getByRole('banner').getByText(name).waitFor()
      const banner = page.getByRole('complementary', { name: banners[locale].announcement.label })
      await banner.getByText(`${name}: 100 prompts`).waitFor()
      const button = page.locator('main .button:not(.button-quiet)').first()
      expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(painted)
      const logo = page.getByRole('banner').locator('.site-logo')
      const box = await logo.boundingBox()
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1 / 3, 0)
      expect(await logo.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('/media/')
      expect(await violationsInBothThemes(page)).toEqual([])
      await banner.getByRole('button').click()
      await page.getByText(`Is ${name} new?`).click()
      await page.getByText('It is.').last().waitFor()
      await open('/library')
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.locator('[data-announcement]').count()).toBe(0)
    })
  })
})
