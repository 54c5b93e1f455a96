import { paths } from '#shared/paths.ts'
import { isPurchaseTarget, LockedItem, TargetItem } from '#shared/subscription/purchase-target.ts'
import { lockableQuery } from './api.ts'
import { parseStorage, readStorage, writeStorage } from './storage.ts'

type StoredTarget = Record<'wanted', string> & { asked_at: number }

const maxAgeMs = 24 * 3_600_000

const isFresh = ({ wanted: target, asked_at }: StoredTarget) =>
  isPurchaseTarget(target) && Math.abs(Date.now() - asked_at) < maxAgeMs

/** Stores the item that led the user to the plans. It survives email confirmation and checkout. */
export const storePurchaseTarget = (target: string | undefined) =>
  writeStorage('wanted_item', target === undefined ? null : JSON.stringify({ wanted: target, asked_at: Date.now() }))

export const readStoredPurchaseTarget = () => parseStorage<StoredTarget>(readStorage('wanted_item'), isFresh)?.wanted

/** Query of the item as its own page reads it. */
export function purchaseTargetQuery(target: string) {
  const [kind, slug = ''] = target.split('/')
  const { prompt, pipeline, useCase, category } = paths.api
  const pathOf = { prompt, pipeline, 'use-case': useCase }[kind ?? ''] ?? category
  return lockableQuery(pathOf(slug), import.meta.env.DEV && TargetItem, import.meta.env.DEV && LockedItem)
}
