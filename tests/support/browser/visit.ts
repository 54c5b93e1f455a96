import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { createDatabase, nameOfStarter, timeoutMs } from '../postgres/database.ts'
import { navigate, openPage } from './when-loaded.ts'
import { startSite } from '../site.ts'
import type { Site } from '../site.ts'
import { openTab } from '../trouble.ts'
import type { Tab } from '../trouble.ts'

export type Visit = {
  page: Page
  requestedPaths: string[]
  open: (path: string) => Promise<void>
}

async function startOnCopy(settings: Record<string, string>): Promise<Site> {
  const DATABASE_URL = settings.DATABASE_URL ?? (await createDatabase(inject('postgres'), nameOfStarter))
  return startSite({ ...settings, DATABASE_URL })
}

/** Site without the live feed, unless enabled. `visit` fails if the browser logs an error. */
export function useSite(settings: Record<string, string> = {}) {
  let site: Site
  let browser: Browser
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startOnCopy(settings), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })
  async function openContext(options: BrowserContextOptions) {
    const context = await browser.newContext({ baseURL: site.url, locale: 'en-US', ...options })
    context.setDefaultTimeout(timeoutMs)
    return context
  }
  async function visit(options: BrowserContextOptions, tour: (visit: Visit) => Promise<void>): Promise<void> {
    const context = await openContext(options)
    const page = await context.newPage()
    const requestedPaths: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      const path = request.url().replace(site.url, '')
      if (path.startsWith('/api/')) requestedPaths.push(path)
    })
    page.on('console', (message) => {
      const isRefusal = /status of (400|401|402|403|404|409|412|429) /.test(message.text())
      if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    const open = async (path: string) => {
      requestedPaths.length = 0
      await (options.javaScriptEnabled === false ? navigate(page, path) : openPage(page, path))
    }
    try {
      await tour({ page, requestedPaths, open })
    } finally {
      await context.close()
    }
    expect(complaints).toEqual([])
  }
  async function visitInTrouble(options: BrowserContextOptions, tour: (tab: Tab) => Promise<void>): Promise<void> {
    const context = await openContext(options)
    try {
      await tour(await openTab(context))
    } finally {
      await context.close()
    }
  }
  return { visit, visitInTrouble, siteUrl: () => site.url, siteFolder: () => site.folder }
}
