import type { Page } from 'playwright-core'

/** The tokens that a browser keeps. */
export const keptTokens = (page: Page) =>
  page.evaluate(() => ({ access: localStorage.getItem('access'), refresh: localStorage.getItem('refresh') }))
export const noTokens = { access: null, refresh: null }
