import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../tests/support/browser.ts'
import { places } from '../tests/support/places.ts'
import { startSite } from '../tests/support/site.ts'
import { prepareBuild, prepareClient } from './prepare.ts'

const usage = `Usage: npm run screenshots -- [options]
  --only PATH       one page, as /library
  --width N         one width instead of 390, 768 and 1440
  --theme NAME      light or dark alone
  --locale NAME     en or es alone
The pictures go to .data/screenshots/<page>/<width>-<theme>-<locale>.png.`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    locale: { type: 'string' },
    help: { type: 'boolean' },
  },
})

const folder = join(process.cwd(), '.data/screenshots')
const nameOf = (path: string) => path.replaceAll(/[^\w-]+/g, '_').replace(/^_$/, 'home')
const shots = (values.only ? [values.only] : places).flatMap((path) =>
  (values.width ? [Number(values.width)] : [390, 768, 1440]).flatMap((width) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      (['en', 'es'] as const).map((locale) => ({ path, width, theme, locale })),
    ),
  ),
)

/** Takes every page as a person at each width, in each theme and language, sees it, from top to bottom. */
async function takeScreenshots() {
  prepareClient()
  prepareBuild()
  const [site, browser] = await Promise.all([startSite({ LIVE_FEED: 'simulated' }), launchBrowser()])
  const wanted = shots.filter(
    ({ theme, locale }) => theme === (values.theme ?? theme) && locale === (values.locale ?? locale),
  )
  const take = async () => {
    for (let shot = wanted.shift(); shot; shot = wanted.shift()) {
      const { path, width, theme, locale } = shot
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width, height: 900 },
        colorScheme: theme,
        locale,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.evaluate(() => document.fonts.ready.then(() => null))
      mkdirSync(join(folder, nameOf(path)), { recursive: true })
      await page.screenshot({ path: join(folder, nameOf(path), `${width}-${theme}-${locale}.png`), fullPage: true })
      await context.close()
    }
  }
  await Promise.all([take(), take()])
  await browser.close()
  await site.stop()
  console.log(`The pictures are in ${folder}.`)
}

if (values.help) console.log(usage)
else await takeScreenshots()
process.exit()
