import { deliverWebhooks, endLife, startLife } from './life.ts'
import type { Life } from './life.ts'
import { findViolations, readVersions } from './invariants.ts'
import type { Plot, Step } from './operations.ts'
import { perform } from './perform.ts'
import type { Product } from './product.ts'
import { passTime, reconcileAll } from './reconcile-life.ts'

async function comeToRest(life: Life): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await deliverWebhooks(life)
    await life.product.runSchedules()
  }
}

async function reconcileTwice(life: Life): Promise<void> {
  const first = await reconcileAll(life.product)
  await comeToRest(life)
  const before = await readVersions(life)
  const second = await reconcileAll(life.product)
  if (first.failed + second.failed > 0) life.problems.push('A reconciliation failed.')
  if (second.changed > 0 || (await readVersions(life)) !== before)
    life.problems.push('A second reconciliation changed something.')
}

/** Operations whose jobs would retry later. */
const withJobs = new Set(['declareEnd', 'missRenewal', 'wait', 'reconcile'])

async function performDuring(life: Life, { operation, outage }: Step): Promise<void> {
  if (!outage || withJobs.has(operation.does)) return perform(life, operation)
  life.isStripeAway = true
  await life.sandbox.control('/outages', outage)
  await perform(life, operation)
  life.isStripeAway = false
  await life.sandbox.control('/outages', undefined, 'DELETE')
}

export async function runLife(product: Product, template: string, { bornDay, account, steps }: Plot): Promise<void> {
  const life = await startLife(product, template, bornDay)
  try {
    await life.sandbox.control('/switches', account)
    for (const step of steps) {
      const { hours } = step
      await performDuring(life, step)
      await deliverWebhooks(life, step.webhooks)
      await passTime(life, hours * 3_600)
      if (hours > 0) await product.runSchedules()
    }
    await comeToRest(life)
    await reconcileTwice(life)
    const violations = [...life.problems, ...(await findViolations(life))]
    if (violations.length > 0) throw new Error(violations.join('\n'))
  } finally {
    await endLife(life)
  }
}
