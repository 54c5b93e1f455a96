import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../support/browser/browser.ts'
import { paths } from '#shared/paths.ts'
import { memberPagePaths, visitorPagePaths } from '../support/browser/page-paths.ts'
import { storePairInBrowser, registerAt, signInAt } from '../support/accounts.ts'
import { startSite } from '../support/site.ts'
import { prepareBuild, prepareClient } from '../../scripts/prepare.ts'

const usage = `Usage: npm run screenshots -- [options]
  --only PATH       one page, as /library
  --width N         one width instead of 390, 768 and 1440
  --theme NAME      light or dark alone
  --locale NAME     en or es alone
  --member          the pages of somebody who has signed in, saved, rated and collected
The pictures go to .data/screenshots/<page>/<width>-<theme>-<locale>.png.`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    locale: { type: 'string' },
    member: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const folder = join(process.cwd(), '.data/screenshots')
const nameOf = (path: string) => path.replaceAll(/[^\w-]+/g, '_').replace(/^_$/, 'home')
const shots = (values.only ? [values.only] : values.member ? memberPagePaths : visitorPagePaths).flatMap((path) =>
  (values.width ? [Number(values.width)] : [390, 768, 1440]).flatMap((width) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      (['en', 'es'] as const).map((locale) => ({ path, width, theme, locale })),
    ),
  ),
)

const prompts = ['outline-a-long-read', 'find-an-angle-nobody-took']

async function createMember(origin: string) {
  const pair = await signInAt(origin, await registerAt(origin))
  const send = async (path: string, body: object = {}, method: 'POST' | 'PUT' = 'POST') => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${pair.access}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: number }
  }
  for (const slug of prompts) await send(paths.api.promptSave(slug))
  await send(paths.api.promptRating(prompts[0] ?? ''), { value: 4 })
  const { id } = await send(paths.api.collections(), { name: 'To read' })
  await send(paths.api.collectionPrompt(id, prompts[0] ?? ''), {}, 'PUT')
  return pair
}

async function takeScreenshots() {
  prepareClient()
  prepareBuild()
  const [site, browser] = await Promise.all([startSite({ LIVE_FEED: 'simulated' }), launchBrowser()])
  const requestedShots = shots.filter(
    ({ theme, locale }) => theme === (values.theme ?? theme) && locale === (values.locale ?? locale),
  )
  const take = async () => {
    for (let shot = requestedShots.shift(); shot; shot = requestedShots.shift()) {
      const { path, width, theme, locale } = shot
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width, height: 900 },
        colorScheme: theme,
        locale,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      if (values.member) await storePairInBrowser(page, await createMember(site.url))
      await page.goto(path, { waitUntil: 'networkidle' })
      // Some pages redirect meanwhile.
      await page.waitForFunction(() => document.fonts.status === 'loaded')
      if ((await page.locator('.feed').count()) > 0)
        await page.locator('.feed li').first().waitFor({ state: 'attached' })
      mkdirSync(join(folder, nameOf(path)), { recursive: true })
      await page.screenshot({ path: join(folder, nameOf(path), `${width}-${theme}-${locale}.png`), fullPage: true })
      await context.close()
    }
  }
  try {
    await Promise.all([take(), take()])
  } finally {
    await browser.close()
    await site.stop()
  }
  console.log(`The pictures are in ${folder}.`)
}

if (values.help) console.log(usage)
else await takeScreenshots()
process.exit()
