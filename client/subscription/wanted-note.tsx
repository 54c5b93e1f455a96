import { LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTranslate } from './messages.ts'
import type { WantedItem } from './use-wanted-item.ts'

/** Names what somebody came for; null while that is asked for. */
export function WantedNote({ wanted }: { wanted: WantedItem | null }) {
  const t = useTranslate()
  const Icon = wanted?.is_open ? LockKeyholeOpen : LockKeyhole
  return (
    <div className="mx-auto mt-6 flex min-h-20 max-w-2xl items-center gap-3 rounded-xl border border-brand bg-surface px-5 py-3">
      <Icon className="size-5 shrink-0 text-brand" aria-hidden="true" />
      {wanted && (
        <p className="min-w-0 flex-1">
          <span className="font-semibold" dir="auto">
            {t(wanted.is_open ? 'wanted.open' : 'wanted.locked', { title: wanted.title, plan: wanted.plan })}
          </span>{' '}
          {wanted.is_open ? (
            <Link to={wanted.path}>{t('wanted.go')}</Link>
          ) : (
            <span className="text-muted">{t('wanted.note')}</span>
          )}
        </p>
      )}
    </div>
  )
}
