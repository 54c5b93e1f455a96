import { isLocked } from '#shared/library/schema.ts'
import { useTranslate } from '../app/i18n.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { LockIcon } from '../ui/lock.tsx'

/** Lock icon of an item that needs a higher tier. */
export function ItemLock({ item }: { item: { required_tier: number } }) {
  const t = useTranslate()
  const { tier } = useViewer()
  return isLocked(item, tier) && <LockIcon label={t('common.locked')} />
}
