import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, startMembers } from '../support/members.ts'
import { navigate } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)

const slug = 'outline-a-long-read'
const prompt = `/library/prompt/${slug}`
const useCase = '/library/use-case/blog-outlines'
const star = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true, disabled: false })
const savedButton = (page: Page) => page.getByRole('button', { name: 'Saved', exact: true, disabled: false })

async function visitAs(tier: number, tour: Parameters<typeof visit>[1], locale = 'en-US') {
  const token = await createMember(siteUrl(), { tier })
  await visit({ locale }, async (tools) => {
    await signIn(tools.page, token, tier)
    await tour(tools)
  })
}

describe('a signed-in member', () => {
  test('rates and saves on the page of a prompt, and sees both in the list', async () => {
    await visitAs(0, async ({ page, open, requestedPaths }) => {
      await open(prompt)
      await star(page, '4 stars').press('Space')
      await page.getByText('Rating 4.00').waitFor({ state: 'attached' })
      expect(await page.getByLabel('1 rating').count()).toBe(1)
      await expect.poll(() => star(page, '4 stars').evaluate((radio) => radio === document.activeElement)).toBe(true)
      await saveButton(page).click()
      await savedButton(page).waitFor()

      await open(useCase)
      const card = page.locator('main li', { has: page.locator(`a[href="${prompt}"]`) })
      await card.getByText('You: 4').waitFor()
      await card.getByText('Saved', { exact: true }).waitFor({ state: 'attached' })
      expect(requestedPaths.filter((path) => path.includes('/marks/'))).toHaveLength(1)

      await open(prompt)
      await page.getByRole('radio', { name: '4 stars', checked: true }).waitFor()
      await star(page, '4 stars').press('Space')
      await page.getByLabel('0 ratings').waitFor()
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
      await savedButton(page).click()
      await saveButton(page).waitFor()
      const { rows } = await sql(
        'SELECT (SELECT count(*) FROM rating)::int + (SELECT count(*) FROM saved_prompt)::int AS left',
      )
      expect(rows[0].left).toBe(0)
    })
  })

  test('sees saves and ratings appear without a layout shift', async () => {
    await visitAs(0, async ({ page }) => {
      let held = Promise.withResolvers<void>()
      await page.route('**/api/library/marks/**', async (route) => {
        const slugs = new URL(route.request().url()).searchParams.get('prompts')?.split(',') ?? []
        await held.promise
        await route.fulfill({ json: { results: slugs.map((one) => ({ slug: one, is_saved: true, user_rating: 5 })) } })
      })
      const places = () =>
        page
          .locator('main .rows > li, main nav li, main section li')
          .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()))
      for (const { path, list, mark, width } of [
        { path: useCase, list: 'Outline blog articles', mark: 'You: 5', width: 390 },
        { path: prompt, list: 'More prompts for this use case', mark: 'You: 5', width: 1440 },
        // The list has the prompt that was opened before.
        { path: '/library', list: 'Recently viewed', mark: 'You: 5', width: 390 },
      ]) {
        await page.setViewportSize({ width, height: 844 })
        held = Promise.withResolvers()
        await Promise.all([page.waitForRequest('**/api/library/marks/**'), navigate(page, path)])
        await page.getByRole('heading', { name: list }).waitFor()
        const before = await places()
        held.resolve()
        await page.getByText(mark, { exact: true }).first().waitFor()
        expect(await places()).toEqual(before)
      }
    })
  })

  test('sees buttons as busy while they save, and sends one rating at a time', async () => {
    await visitAs(0, async ({ page, open, requestedPaths }) => {
      const held = Promise.withResolvers<void>()
      await page.route('**/rating/', async (route) => {
        await held.promise
        await route.continue()
      })
      await open(prompt)
      await star(page, '2 stars').evaluate((radio: HTMLInputElement) => {
        radio.click()
        radio.click()
      })
      await page.getByRole('radio', { name: '2 stars', checked: true, disabled: true }).waitFor()
      held.resolve()
      await page.getByRole('radio', { name: '2 stars', checked: true, disabled: false }).waitFor()
      expect(requestedPaths.filter((path) => path.endsWith('/rating/'))).toHaveLength(1)
    })
  })
})

describe('a member whose tier includes a prompt that is locked for visitors', () => {
  test('reads the prompt without seeing a lock first', async () => {
    const { rows } = await sql(
      "UPDATE prompt SET required_tier = 1 WHERE slug = 'find-an-angle-nobody-took' RETURNING slug",
    )
    const locked = `/library/prompt/${rows[0].slug}`
    await visitAs(1, async ({ page, open }) => {
      await page.addInitScript(() => {
        const look = () => {
          const note = document.querySelector('#locked')
          if (note?.checkVisibility({ visibilityProperty: true })) document.documentElement.dataset.flashed = 'yes'
          requestAnimationFrame(look)
        }
        look()
      })
      await open(locked)
      await page.locator('main p.prompt-text').waitFor()
      expect(await page.locator('html').getAttribute('data-flashed')).toBe(null)
      expect(await page.getByRole('dialog').count()).toBe(0)
    })
    await visitAs(0, async ({ page, open }) => {
      await open(locked)
      await page.getByText(/^Premium costs/).waitFor()
      expect(new URL(page.url()).pathname).toBe(locked)
    })
    await visit({}, async ({ page, open }) => {
      await open(locked)
      await page.getByText(/^Premium costs/).waitFor()
    })
  })

  test('reads the category and its use cases', async () => {
    await sql(
      "UPDATE category SET required_tier = 1 WHERE id = (SELECT category_id FROM use_case WHERE slug = 'blog-outlines')",
    )
    await visitAs(1, async ({ page, open }) => {
      await open(useCase)
      await page.locator('main .rows > li').first().waitFor()
      await page.locator('nav .side-link[aria-current]').waitFor()
      await page.locator('main a.group-name').click()
      await page.locator(`main h3 a[href="${useCase}"]`).click()
      await page.locator(`main a[href="${prompt}"]`).click()
      await page.locator('main p.prompt-text').waitFor()
      expect(await page.locator('main .lucide-lock').count()).toBe(0)
    })
  })
})
