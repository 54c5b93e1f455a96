import runLighthouse from 'lighthouse'
import { launchBrowser } from '../support/browser/browser.ts'
import { formatDecimal, median } from './figures.ts'
import type { Figure } from './figures.ts'
import { findFreePort } from '../support/site.ts'
import type { Product } from './product.ts'

const addresses = ['/', '/library', '/library/prompt/outline-a-long-read', '/subscription']
const leasts = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const runs = 3

type Audit = { scores: Record<string, number>; shift: number }

async function audit(url: string): Promise<Audit> {
  const port = await findFreePort()
  const browser = await launchBrowser({ port })
  const result = await runLighthouse(url, { port, onlyCategories: Object.keys(leasts), logLevel: 'error' })
  await browser.close()
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { categories, audits } = result.lhr
  const failed = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
  if (failed.length > 0) console.log(`${url}: ${failed.join(', ')}`)
  return {
    scores: Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, (score ?? 0) * 100])),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
  }
}

export async function lighthouse({ origin }: Product): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const address of addresses) {
    const audits: Audit[] = []
    for (let run = 0; run < runs; run++) audits.push(await audit(origin + address))
    const scores = Object.entries(leasts).map(([name, least]) => {
      const score = Math.round(median(audits.map((one) => one.scores[name] ?? 0)))
      return { name, score, passed: score >= least }
    })
    const shift = median(audits.map((one) => one.shift))
    figures.push({
      what: `Lighthouse, phone, ${address}`,
      required: 'performance ≥ 95, the others 100, layout shift < 0.02',
      measured: `${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}, layout shift ${formatDecimal(shift, 4)}`,
      passed: scores.every(({ passed }) => passed) && shift < 0.02,
    })
  }
  return figures
}
