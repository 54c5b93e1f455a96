import type { Page } from 'playwright-core'

export const storedTokens = (page: Page) =>
  page.evaluate(() => ({ access: localStorage.getItem('access'), refresh: localStorage.getItem('refresh') }))
export const noTokens = { access: null, refresh: null }
