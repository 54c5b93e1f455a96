import { useSyncExternalStore } from 'react'
import { defaultTier } from '#shared/tier.ts'
import { isSessionExpired } from './session.ts'
import { readStorage, subscribeStorage, useStorage } from '../storage.ts'

export type PageViewer = {
  tier: number
  is_signed_in: boolean
  is_known: boolean
}

export const isSignedIn = () => readStorage('access') !== null || isSessionExpired()

const subscribe = (changed: () => void) => subscribeStorage('access', changed)

export function useViewer(): PageViewer {
  const known = useSyncExternalStore<boolean | null>(subscribe, isSignedIn, () => null)
  const tier = Number(useStorage('viewer.tier')) || defaultTier
  return { tier: known ? tier : defaultTier, is_signed_in: known === true, is_known: known !== null }
}
