import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { IslandLoadError } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { useOpenUntilNavigation } from '../app/site-router.tsx'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'
import { unreadCountQuery } from './notifications.queries.ts'

const NotificationDialog = island(async () => (await import('./notification-dialog.tsx')).NotificationDialog, {
  pending: <Progress />,
  Failed: IslandLoadError,
})

/** Refetches the count on mount if it is at least a minute old. */
function Refresh() {
  useQuery(unreadCountQuery)
  return null
}

export function Bell() {
  const t = useTranslate()
  const { key } = useLocation()
  const { data } = useQuery({ ...unreadCountQuery, refetchOnWindowFocus: true })
  const unread = data?.unread ?? 0
  const number = unread > 9 ? '9+' : String(unread)
  const [isOpen, setOpen] = useOpenUntilNavigation()
  return (
    <>
      <button
        type="button"
        className="icon-button relative"
        aria-label={unread > 0 ? t('bell.unread', { number }) : t('bell.none')}
        aria-haspopup="dialog"
        onPointerEnter={() => void NotificationDialog.prepare()}
        onFocus={() => void NotificationDialog.prepare()}
        onClick={() => setOpen(true)}
      >
        <BellIcon className="size-5" aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-5 rounded-full bg-brand-strong px-1 text-center text-xs leading-5 font-bold text-white"
          >
            {number}
          </span>
        )}
      </button>
      <Refresh key={key} />
      {isOpen && <NotificationDialog onClose={() => setOpen(false)} />}
    </>
  )
}
