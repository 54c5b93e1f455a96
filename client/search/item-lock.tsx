import { isLocked } from '#shared/library/schema.ts'
import { useTranslate } from '../app/i18n.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { LockIcon } from '../ui/lock.tsx'

type Item = { required_tier: number }

/** Lock icon of an item that needs a higher tier. */
export function ItemLock({ item }: { item: Item }) {
  const t = useTranslate()
  const { tier } = useViewer()
  return isLocked(item, tier) && <LockIcon label={t('common.locked')} />
}

/** "Free", or a lock with "Premium" for an item that needs a higher tier. */
export function ItemTier({ item }: { item: Item }) {
  const t = useTranslate()
  const { tier } = useViewer()
  if (item.required_tier === 0) return <span className="free">{t('common.free')}</span>
  return (
    isLocked(item, tier) && (
      <span className="premium">
        <LockIcon label={t('common.locked')} /> {t('common.for_subscribers')}
      </span>
    )
  )
}
