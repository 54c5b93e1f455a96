import { mkdirSync } from 'node:fs'
import { launchBrowser } from '../tests/support/browser.ts'
import { keepPair, registerAt, signInAt } from '../tests/support/accounts.ts'
import { startSite } from '../tests/support/site.ts'
const site = await startSite({ LIVE_FEED: 'simulated' })
const browser = await launchBrowser()
const out = '/tmp/look-sheets/states'
mkdirSync(out, { recursive: true })
const P = '/library/prompt/outline-a-long-read'
const combos = [[390, 'light', 'es'], [768, 'dark', 'en'], [1440, 'dark', 'es']] as const
const small: Record<string, unknown> = {}
for (const [width, colorScheme, locale] of combos) {
  const tag = `${width}-${colorScheme}-${locale}`
  const open = async (path: string, member = false) => {
    const c = await browser.newContext({ baseURL: site.url, viewport: { width, height: width === 390 ? 800 : 900 }, colorScheme, locale, reducedMotion: 'reduce' })
    const page = await c.newPage()
    if (member) await keepPair(page, await signInAt(site.url, await registerAt(site.url)))
    await page.goto(path, { waitUntil: 'networkidle' })
    return page
  }
  const shot = async (page: import('playwright-core').Page, name: string) => { await page.waitForTimeout(300); await page.screenshot({ path: `${out}/${name}-${tag}.png` }) }
  const attempt = async (name: string, f: () => Promise<void>) => { try { await f() } catch (e) { console.log(tag, name, String(e).slice(0, 200)) } }
  await attempt('prompt', async () => {
    const p = await open(P)
    await shot(p, 'prompt-top')
    await p.mouse.wheel(0, 700); await shot(p, 'prompt-mid')
    const input = p.locator('main .place textarea').first()
    if (await input.count()) { await input.fill('The history of the zipper, a rather long subject to see how it wraps around'); await shot(p, 'prompt-filled') }
    await p.mouse.wheel(0, 9000); await shot(p, 'prompt-end')
    await p.context().close()
  })
  await attempt('locked', async () => {
    const p = await open('/library/prompt/turn-interview-notes-into-outline')
    await shot(p, 'locked-dialog')
    await p.keyboard.press('Escape'); await shot(p, 'locked-after')
    await p.context().close()
  })
  await attempt('locked-member', async () => {
    const p = await open('/library/prompt/turn-interview-notes-into-outline', true)
    await shot(p, 'locked-member')
    await p.keyboard.press('Escape'); await shot(p, 'locked-member-after')
    await p.context().close()
  })
  await attempt('search', async () => {
    const p = await open('/library')
    await p.locator('header button:visible').nth(locale==='es'||width<1000?0:0).click(); await p.waitForTimeout(800)
    await p.keyboard.type('outline'); await p.waitForTimeout(1200); await shot(p, 'search')
    await p.context().close()
  })
  await attempt('hover', async () => {
    const p = await open(P)
    await p.locator('.side-link').first().hover(); await shot(p, 'side-hover')
    await p.locator('.prompt-actions button[aria-haspopup=menu]:visible').first().click(); await shot(p, 'run-menu')
    await p.keyboard.press('Escape')
    await p.getByRole('button', { name: /Save|Guardar/ }).filter({ visible: true }).first().click(); await shot(p, 'login-dialog')
    await p.context().close()
  })
  await attempt('collect', async () => {
    const p = await open(P, true)
    await p.getByRole('button', { name: /Collect|collection|Colecci/ }).filter({ visible: true }).first().click(); await p.waitForTimeout(800); await shot(p, 'collect')
    await p.context().close()
  })
  await attempt('annual', async () => {
    const p = await open('/subscription')
    await p.locator('label', { hasText: /Annual|Anual/ }).first().click(); await shot(p, 'annual')
    await p.context().close()
  })
  await attempt('feedopen', async () => {
    const p = await open('/library/use-case/blog-outlines')
    await p.waitForTimeout(3000); await shot(p, 'feed')
    const t = p.locator('.feed-toggle:visible')
    if (await t.count()) { await t.click(); await shot(p, 'feed-open') }
    if (width === 390) { await p.locator('.feed').scrollIntoViewIfNeeded(); await shot(p, 'feed-phone') }
    await p.context().close()
  })
  for (const path of ['/', '/library', '/library/use-case/blog-outlines', P, '/subscription', '/profile', '/login', '/too-many-requests?wait=30', '/no/such/page'])
    if (width === 1) await attempt('small', async () => {
      const p = await open(path, path === '/profile')
      small[tag + path] = await p.evaluate(() => ({
        overflow: document.documentElement.scrollWidth,
        small: [...document.querySelectorAll('a,button,input,select,textarea,summary,[role=tab]')].flatMap((e) => {
          const r = e.getBoundingClientRect(); const s = getComputedStyle(e)
          if (!r.width || s.visibility === 'hidden' || r.width < 2) return []
          if (r.height >= 43.5 || s.display === 'inline') return []
          return [`${e.tagName} ${Math.round(r.width)}x${Math.round(r.height)} ${(e.textContent || e.getAttribute('aria-label') || e.id).trim().slice(0, 30)}`]
        }),
      }))
      await p.context().close()
    })
}
console.log(JSON.stringify(small, null, 1))
await browser.close(); await site.stop(); process.exit()
