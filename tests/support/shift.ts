import type { Page } from 'playwright-core'

/** How far things have moved by themselves on the page that is shown, without what an input caused. */
export const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
          for (const { value, hadRecentInput } of shifts) sum += hadRecentInput ? 0 : value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
