import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** axe violations as rule and element. Evaluated over CDP, since the CSP forbids foreign scripts. */
export async function violationsOf(page: Page, options = rules): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
}

const ofColours: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const isStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    for (const animation of finite) animation.finish()
  })
  const inLight = await violationsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await violationsOf(page, { ...rules, runOnly: ofColours })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: isStill ? 'reduce' : 'no-preference' })
  return [...inLight, ...inDark]
}
