import { chromium } from 'playwright-core'
import { gzipSync } from 'node:zlib'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const base = 'http://localhost:3471'
const slug = process.argv[2] ?? 'outline-a-long-read'
const list = (process.argv[3] ?? '390-light-en,1440-light-en').split(',')
for (const one of list) {
  const [width, theme, locale] = one.split('-')
  const ctx = await browser.newContext({ baseURL: base, viewport: { width: Number(width), height: 844 }, colorScheme: theme, locale, reducedMotion: 'reduce' })
  const page = await ctx.newPage()
  let js = 0, n = 0
  const bodies = []
  page.on('requestfinished', (r) => { n++; if (process.env.V) console.log(r.resourceType(), r.url()); if (r.resourceType() === 'script') bodies.push(r.response().then((x) => x.body()).then((b) => (js += gzipSync(b).length))) })
  page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
  page.on('pageerror', (e) => console.log('error', e.message))
  await page.goto('/library/prompt/' + slug, { waitUntil: 'networkidle' })
  await Promise.all(bodies)
  console.log(one, 'script KiB', (js / 1024).toFixed(2), 'requests', n)
  await page.screenshot({ path: `/tmp/prompt-shots/${one}.png` })
  await page.screenshot({ path: `/tmp/prompt-shots/${one}-full.png`, fullPage: true })
  await ctx.close()
}
await browser.close()
