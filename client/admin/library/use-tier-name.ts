import { useTranslate } from './messages.ts'

/** Whom a tier lets in. */
export function useTierName() {
  const t = useTranslate()
  return (tier: number): string => {
    if (tier === 0) return t('tiers.free')
    return tier === 1 ? t('tiers.subscribers') : t('tiers.higher', { tier })
  }
}
