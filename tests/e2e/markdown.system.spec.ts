import { describe, expect, test } from 'vitest'
import { renderText } from '../../server/markdown/render-text.ts'
import type { TextKind } from '../../server/markdown/render-text.ts'
import { forbiddenIn } from '../support/rules/allowed-html.ts'
import { navigate } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'
import { markdownPayloads } from '../support/xss-markdown.ts'
import { payloads } from '../support/browser/xss.ts'

const { visit, siteUrl } = useSite()

const rendered = (kind: TextKind) =>
  [...payloads, ...markdownPayloads]
    .map((text) => renderText({ text, kind, siteUrl: siteUrl(), sizes: {} }) ?? '')
    .join('\n')

describe('malicious Markdown texts', () => {
  test('run no script, send no request and change no other part of the page', async () => {
    await visit({}, async ({ page }) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      page.on('dialog', (dialog) => void dialog.dismiss().then(() => requests.push(`a dialog of ${dialog.type()}`)))
      const body = `<!doctype html><title>x</title><article id="post">${rendered('post')}</article><article id="forum">${rendered('thread')}</article>`
      await page.route('**/privacy', async (route) => route.fulfill({ response: await route.fetch(), body }))
      const response = await navigate(page, `${siteUrl()}/privacy`)
      expect((await response?.allHeaders())?.['content-security-policy']).toContain("script-src 'self'")
      for (const kind of ['post', 'forum'] as const) {
        const article = page.locator(`#${kind}`)
        expect(await article.locator('*').count()).toBeGreaterThan(5_000)
        const rules = { kind, site: siteUrl() }
        expect(await article.evaluate(forbiddenIn, rules)).toEqual([])
        await article.evaluate((element) => (element.innerHTML = element.innerHTML.repeat(1)))
        expect(await article.evaluate(forbiddenIn, rules)).toEqual([])
      }
      expect(await page.evaluate(() => [document.body.children.length, 'ran' in window])).toEqual([2, false])
      expect(requests).toEqual([`${siteUrl()}/privacy`])
    })
  })
})
