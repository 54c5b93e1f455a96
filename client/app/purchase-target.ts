import { isPurchaseTarget } from '#shared/subscription/purchase-target.ts'
import { parseStorage, readStorage, writeStorage } from './storage.ts'

/** As browsers have it stored. */
type StoredTarget = Record<'wanted', string> & { asked_at: number }

/** As long as a checkout is open. */
const maxAgeMs = 24 * 3_600_000

const isFresh = ({ wanted: target, asked_at }: StoredTarget) =>
  isPurchaseTarget(target) && Math.abs(Date.now() - asked_at) < maxAgeMs

/** What somebody came to the plans for outlasts the mail that confirms an address, and the checkout. */
export const storePurchaseTarget = (target: string | undefined) =>
  writeStorage('wanted_item', target === undefined ? null : JSON.stringify({ wanted: target, asked_at: Date.now() }))

export const readStoredPurchaseTarget = () => parseStorage<StoredTarget>(readStorage('wanted_item'), isFresh)?.wanted
