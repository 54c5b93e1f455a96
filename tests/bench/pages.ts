import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page, Request } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { storePairInBrowser, registerAt, signInAt } from '../support/accounts.ts'
import type { Pair } from '../support/accounts.ts'
import { launchBrowser } from '../support/browser/browser.ts'
import { memberPagePaths, visitorPagePaths } from '../support/browser/page-paths.ts'
import { formatDecimal, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { root } from './paths.ts'
import type { Product } from './product.ts'

const built = join(root, 'dist', 'client')
const assets = join(built, 'assets')
const gzipped = (body: Buffer) => gzipSync(body).length

type View = {
  path: string
  requests: number
  /** Bytes: gzip for scripts and styles, raw for fonts. */
  script: number
  style: number
  fonts: number
  scripts: string[]
  shift: number
}

const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (entries: PerformanceEntry[]) => {
          for (const entry of entries as (PerformanceEntry & { value: number })[]) sum += entry.value
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => (add(observer.takeRecords()), resolve(sum)), 500)
      }),
  )

type Opening = { origin: string; path: string; pair: Pair | null; fontDelay: number }

async function openCold(browser: Browser, { origin, path, pair, fontDelay }: Opening): Promise<View> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  if (pair) await storePairInBrowser(page, pair)
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => void setTimeout(resolve, fontDelay))
    await route.continue()
  })
  const answered: Promise<{ kind: string; url: string; body: Buffer }>[] = []
  const note = (request: Request) => {
    const read = async () => {
      const answer = await request.response()
      return { kind: request.resourceType(), url: request.url(), body: (await answer?.body()) ?? Buffer.alloc(0) }
    }
    answered.push(read())
  }
  page.on('requestfinished', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  const shift = await shiftOf(page)
  // Later requests, such as those of the feed, are not part of the first view.
  page.off('requestfinished', note)
  const files = await Promise.all(answered)
  await context.close()
  const sum = (kind: string, size: (body: Buffer) => number) =>
    files.filter((file) => file.kind === kind).reduce((total, { body }) => total + size(body), 0)
  return {
    path: pair ? `${path} of a member` : path,
    requests: files.length,
    script: sum('script', gzipped),
    style: sum('stylesheet', gzipped),
    fonts: sum('font', (body) => body.length),
    scripts: files.filter(({ kind }) => kind === 'script').map(({ url }) => url.slice(url.lastIndexOf('/') + 1)),
    shift,
  }
}

/** Reads the manifest, since the folder also holds files of the previous build. */
function builtScripts(): string[] {
  const manifest = JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const files = Object.values(manifest).map(({ file }) => file.slice(file.lastIndexOf('/') + 1))
  return [...new Set(files)].filter((file) => file.endsWith('.js'))
}

/** The largest chunk that some page does not load at once. */
function largestLater(views: View[]): { file: string; size: number } {
  const chunks = builtScripts()
  const later = chunks.filter((file) => views.some(({ scripts }) => !scripts.includes(file)))
  const sizes = later.map((file) => ({ file, size: gzipped(readFileSync(join(assets, file))) }))
  return sizes.reduce((largest, one) => (one.size > largest.size ? one : largest), { file: '', size: 0 })
}

export async function pages({ origin }: Product): Promise<Figure[]> {
  const browser = await launchBrowser()
  const views: View[] = []
  const late: View[] = []
  const member = await signInAt(origin, await registerAt(origin))
  // A visitor's profile redirects to the log-in, which is measured itself.
  for (const path of visitorPagePaths.filter((publicPath) => publicPath !== paths.profile)) {
    views.push(await openCold(browser, { origin, path, pair: null, fontDelay: 0 }))
    late.push(await openCold(browser, { origin, path, pair: null, fontDelay: 600 }))
  }
  // Member data loads after the page: it must not shift the layout.
  for (const path of memberPagePaths) late.push(await openCold(browser, { origin, path, pair: member, fontDelay: 600 }))
  await browser.close()
  const most = (what: string, key: 'script' | 'style' | 'fonts' | 'requests', limit: number, unit: number): Figure => {
    const worst = views.reduce((worse, view) => (view[key] > worse[key] ? view : worse))
    const value = worst[key] / unit
    const name = unit === 1024 ? ' KiB' : unit === 1000 ? ' KB' : ''
    return {
      what,
      required: `≤ ${limit}${name}`,
      measured: `${unit === 1 ? formatInteger(value) : formatDecimal(value, 1)}${name} (${worst.path})`,
      passed: value <= limit,
    }
  }
  const later = largestLater(views)
  const { shift, path: moved } = late.reduce((worse, view) => (view.shift > worse.shift ? view : worse))
  return [
    most(`scripts of the first view, gzip, the largest of ${views.length} pages`, 'script', 122, 1024),
    {
      what: 'largest script loaded later, gzip',
      required: '≤ 60 KiB',
      measured: `${formatDecimal(later.size / 1024, 1)} KiB (${later.file.replace(/-[\w-]{8}\.js$/, '')})`,
      passed: later.size <= 60 * 1024,
    },
    most('styles, gzip', 'style', 20, 1024),
    most('fonts before the first paint', 'fonts', 60, 1000),
    {
      what: 'layout shift at a width of 390 px if fonts arrive 600 ms late',
      required: '< 0.02',
      measured: `${formatDecimal(shift, 4)} (${moved})`,
      passed: shift < 0.02,
    },
    most('requests of the first view', 'requests', 12, 1),
  ]
}
