import { rmSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runLife } from '../../support/billing/lives/live.ts'
import { plot } from '../../support/billing/lives/operations.ts'
import { prepareSandbox } from '../../support/billing/lives/life-sandbox.ts'
import { startProduct } from '../../support/billing/lives/product.ts'
import type { Product } from '../../support/billing/lives/product.ts'

const { LIVES = '20', LIVES_SEED = '1', LIVES_PATH } = process.env
/** Time limit for shrinking a failed history. */
const shrinkNs = 300_000_000_000n

let product: Product
let template: string
beforeAll(async () => {
  product = await startProduct()
  template = await prepareSandbox(product)
})
afterAll(async () => {
  await product.close()
  rmSync(template, { recursive: true, force: true })
})

describe('random histories of subscribers', () => {
  test(
    'end with the same state in the database and at Stripe, in whatever order webhooks arrive',
    { timeout: 0 },
    async () => {
      let failedAt: bigint | undefined
      let lived = 0
      const property = fc.asyncProperty(plot, async (one) => {
        // 10,000 histories take more than an hour: report every 500.
        if (++lived % 500 === 0) console.log(`${lived} of ${LIVES} lives`)
        if (failedAt !== undefined && process.hrtime.bigint() - failedAt > shrinkNs) return
        await runLife(product, template, one).catch((error: unknown) => {
          failedAt ??= process.hrtime.bigint()
          throw error
        })
      })
      const result = await fc.check(property, {
        numRuns: Number(LIVES),
        seed: Number(LIVES_SEED),
        ...(LIVES_PATH && { path: LIVES_PATH }),
      })
      const { failed, counterexamplePath, errorInstance: error, counterexample } = result
      if (failed)
        throw new Error(
          `LIVES_SEED=${LIVES_SEED} LIVES_PATH=${counterexamplePath} ${String(error)} ${fc.stringify(counterexample)}`,
        )
      expect(result.numRuns).toBe(Number(LIVES))
    },
  )
})
