import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { createTranslator } from '#shared/translate.ts'
import { adminRoutes } from '../../../client/admin/library/admin-routes.ts'
import { messages as en } from '../../../client/admin/library/messages.en.ts'
import { messages as es } from '../../../client/admin/library/messages.es.ts'
import { messages as adminEn } from '../../../client/admin/messages.en.ts'
import { messages as adminEs } from '../../../client/admin/messages.es.ts'
import { violationsInBothThemes } from '../../support/browser/axe.ts'
import { signIn, startMembers } from '../../support/members.ts'
import { reloadPage } from '../../support/browser/when-loaded.ts'
import { useSite } from '../../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)

const messages = {
  en: {
    admin: adminEn,
    library: en,
    say: createTranslator<typeof adminEn>(adminEn, 'en'),
    t: createTranslator<typeof en>(en, 'en'),
  },
  es: {
    admin: adminEs,
    library: es,
    say: createTranslator<typeof adminEn>(adminEs, 'es'),
    t: createTranslator<typeof en>(es, 'es'),
  },
} satisfies Record<Locale, object>

async function newAdmin(): Promise<string> {
  const token = await createMember(siteUrl())
  const id = Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub)
  await sql(`UPDATE "user" SET role = 'admin', username = $2 WHERE id = $1`, [id, `admin-${id}`])
  return token
}
const statusOf = async (path: string) => (await fetch(siteUrl() + path)).status
const countTier = async (tier: number) =>
  (await sql('SELECT count(*)::int AS count FROM prompt WHERE required_tier = $1', [tier])).rows[0].count as number
const mark = () => randomUUID().slice(0, 8)
const namesIn = (list: Locator) => list.getByRole('listitem').getByRole('link').allInnerTexts()

describe.each([inject('locale')])('an admin in %s', (locale) => {
  const { admin, library, say, t } = messages[locale]
  const { fields, item, nouns } = library
  const browser = { locale: locale === 'en' ? 'en-US' : 'es-ES', viewport: { width: 1280, height: 900 } }
  const within = (name: string, of: Locale) => say(`field.in_${of}`, { field: name })

  test('adds, orders, previews and archives a category, use cases and a prompt', async () => {
    const token = await newAdmin()
    await visit(browser, async ({ page, open }) => {
      await signIn(page, token)
      const field = (name: string) => page.getByRole('textbox', { name, exact: true })
      const select = (name: string) => page.getByRole('combobox', { name, exact: true })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const link = (name: string) => page.getByRole('link', { name, exact: true })
      const waitForText = (text: string) => page.getByText(text, { exact: true }).waitFor()
      // The status of the former save may still be shown.
      const answer = () =>
        page.waitForResponse(
          (response) => response.url().includes('/api/admin/') && ['POST', 'PUT'].includes(response.request().method()),
        )
      const save = async (text: string) => {
        const answered = answer()
        await button(admin.editor.save).click()
        await answered
        await waitForText(text)
      }

      await open(adminRoutes.list('categories'))
      await page.getByRole('list', { name: nouns.categories.all }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await link(nouns.categories.add).click()
      const suffix = mark()
      const category = `Kites ${suffix}`
      // Fill in the name first: the group could be chosen before the form is ready.
      await field(within(fields.name, 'en')).fill(category)
      await select(fields.functional_group_id).selectOption({ index: 1 })
      await field(within(fields.description, 'en')).fill('All about kites.')
      await field(within(fields.warning_text, 'en')).fill('Mind the wind.')
      await save(admin.entity.saved)
      const slug = `kites-${suffix}`
      await expect.poll(() => statusOf(paths.category(slug))).toBe(200)

      await link(item.use_cases).click()
      await page.getByText(nouns['use-cases'].empty).waitFor()
      for (const title of ['Aaa', 'Bbb', 'Ccc']) {
        await open(
          `${adminRoutes.item('use-cases', 'new')}?category=${new URL(page.url()).searchParams.get('category')}`,
        )
        await field(within(fields.title, 'en')).fill(`${title} ${suffix}`)
        await save(admin.entity.saved)
        await link(item.prompts).click()
        await page.waitForURL(/use_case=/)
      }
      const ofCategory = adminRoutes.list('use-cases', {
        category: new URL(page.url()).searchParams.get('category') ?? '',
      })
      await open(ofCategory)
      const list = page.getByRole('list', { name: nouns['use-cases'].all })
      await list.getByRole('button', { name: say('order.down', { name: `Aaa ${suffix}` }) }).click()
      await waitForText(say('order.moved', { name: `Aaa ${suffix}`, place: 2 }))
      await page.keyboard.press('Alt+ArrowDown')
      await waitForText(say('order.moved', { name: `Aaa ${suffix}`, place: 3 }))
      await expect.poll(() => namesIn(list)).toEqual([`Bbb ${suffix}`, `Ccc ${suffix}`, `Aaa ${suffix}`])
      expect(await violationsInBothThemes(page)).toEqual([])

      await list.getByRole('link', { name: `Aaa ${suffix}` }).click()
      await link(item.prompts).click()
      await link(nouns.prompts.add).click()
      const title = `Fly a kite ${suffix}`
      await field(within(fields.title, 'en')).fill(title)
      await field(within(fields.content, 'en')).fill('Fly a {{kind_of_kite}} in a {{place}}.')
      await page
        .getByRole('group', { name: within(fields.labels, 'en') })
        .getByLabel(t('fields.label', { name: 'place' }))
        .fill('Meadow')
      await select(fields.required_tier).selectOption('1')
      expect(await violationsInBothThemes(page)).toEqual([])
      await save(admin.entity.saved)
      const promptSlug = `fly-a-kite-${suffix}`

      const preview = page.getByRole('region', { name: library.preview.title })
      await preview.getByRole('button').click()
      await preview.getByText(t('preview.locked', { tier: 'Premium' })).waitFor()
      await preview.getByRole('combobox').selectOption('1')
      await preview.getByText('Meadow').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])

      // Another admin adds the Spanish text.
      const { rows } = await sql('SELECT id FROM prompt WHERE slug = $1', [promptSlug])
      const id = rows[0].id as number
      await sql(
        `INSERT INTO prompt_text (prompt_id, locale, title, short_description, content, how_to_use, known_issues)
         VALUES ($1, 'es', 'Vuela una cometa', '', 'Vuela.', '', '')`,
        [id],
      )
      await field(within(fields.short_description, 'en')).fill('For windy days.')
      await button(admin.editor.save).click()
      const dialog = page.getByRole('dialog', { name: admin.conflict.title })
      await dialog.getByRole('group', { name: within(fields.title, 'es') }).waitFor()
      const answered = answer()
      await dialog.getByRole('button', { name: admin.conflict.save }).click()
      expect((await answered).status()).toBe(200)
      await waitForText(admin.entity.saved)
      await expect.poll(() => field(within(fields.title, 'es')).inputValue()).toBe('Vuela una cometa')

      // Reload first: a save reloads the history and would close an open entry.
      await reloadPage(page)
      const history = page.getByRole('region', { name: admin.history.title })
      await history.getByRole('button', { name: admin.history.show }).first().click()
      await history.getByRole('button', { name: admin.history.restore_before }).click()
      await waitForText(admin.entity.restored)
      await expect.poll(() => field(within(fields.short_description, 'en')).inputValue()).toBe('')
      await save(admin.entity.saved)

      await open(adminRoutes.list('pipelines'))
      await link(nouns.pipelines.add).click()
      await field(within(fields.title, 'en')).fill(`Kite to sky ${suffix}`)
      const step = (number: number) => {
        const heading = page.getByRole('heading', { name: t('steps.step', { number }), exact: true })
        return page.getByRole('listitem').filter({ has: heading })
      }
      for (const number of [1, 2]) {
        await step(number).getByRole('searchbox').fill(promptSlug)
        await step(number).getByRole('list', { name: admin.prompt_search.found }).getByRole('button').click()
      }
      const inputs = step(2).getByRole('group', { name: admin.field.language_en, exact: true })
      const source = inputs.getByRole('combobox', { name: t('steps.source', { name: 'place' }) })
      await source.selectOption(t('steps.answer_of', { number: 1 }))
      expect(await violationsInBothThemes(page)).toEqual([])
      await save(admin.entity.saved)
      const pipeline = paths.api.pipeline(`kite-to-sky-${suffix}`)
      await expect.poll(() => statusOf(pipeline)).toBe(403)

      await open(adminRoutes.list('categories', { q: category }))
      await page.getByRole('link', { name: category }).click()
      await button(admin.removal.open).click()
      const alert = page.getByRole('alertdialog')
      await alert.getByRole('button', { name: admin.removal.submit }).click()
      await alert.getByText(t('counts.use_cases', { count: 3 })).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.keyboard.press('Escape')
      await button(library.archive.open).click()
      await alert.getByText(t('archive.holds', { count: 1 })).waitFor()
      await alert.getByRole('button', { name: library.archive.open }).click()
      await waitForText(item.archived)
      await expect.poll(() => statusOf(paths.prompt(promptSlug))).toBe(404)
      await expect.poll(() => statusOf(pipeline)).toBe(404)
      await button(library.archive.back).click()
      await waitForText(item.unarchived)
      await expect.poll(() => statusOf(paths.category(slug))).toBe(200)
    })
  })

  test('changes many prompts at once, and imports a file after a dry run', async () => {
    const token = await newAdmin()
    await visit(browser, async ({ page, open }) => {
      await signIn(page, token)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const { bulk, transfer } = library

      const count = await countTier(1)
      onTestFinished(async () => void (await sql('UPDATE prompt SET required_tier = 1 WHERE required_tier = 5')))
      await open(adminRoutes.list('prompts', { tier: 1 }))
      await page.getByRole('checkbox', { name: bulk.page }).check()
      await page.getByText(t('bulk.chosen', { count: 20 })).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await button(bulk.all).click()
      await button(bulk.open).click()
      const dialog = page.getByRole('dialog', { name: bulk.open })
      await dialog.getByRole('combobox', { name: bulk.required_tier, exact: true }).selectOption('5')
      await dialog.getByRole('button', { name: bulk.try }).click()
      await dialog.getByText(t('bulk.selected', { count })).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: t('bulk.submit', { count }) }).click()
      await page.getByText(t('bulk.done', { count })).waitFor()
      expect([await countTier(1), await countTier(5)]).toEqual([0, count])

      await page.getByRole('link', { name: library.area.import }).click()
      expect(await violationsInBothThemes(page)).toEqual([])
      const slug = `imported-${mark()}`
      await page.getByLabel(transfer.file, { exact: true }).setInputFiles({
        name: 'tags.ndjson',
        mimeType: 'application/x-ndjson',
        buffer: Buffer.from(`${JSON.stringify({ type: 'tag', slug, texts: { en: { name: slug } } })}\n{"no":\n`),
      })
      await button(transfer.try).click()
      await page.getByText(transfer.tried).waitFor()
      await page.getByText(t('transfer.rejected', { count: 1 })).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      const saving = page.waitForEvent('download')
      await button(transfer.download).click()
      expect((await saving).suggestedFilename()).toBe('rejected.ndjson')
      const isThere = async () => (await sql('SELECT FROM tag WHERE slug = $1', [slug])).rowCount === 1
      expect(await isThere()).toBe(false)
      await button(transfer.run).click()
      await page.getByText(t('transfer.would', { added: 1, changed: 0 })).waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: transfer.run }).click()
      await page.getByText(transfer.done).waitFor()
      expect(await isThere()).toBe(true)
    })
  })
})
