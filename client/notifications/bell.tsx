import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { useOpenUntilNavigation } from '../app/use-open-until-navigation.ts'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'
import { unreadQuery } from './notifications.queries.ts'

const NotificationDialog = island(async () => (await import('./notification-dialog.tsx')).NotificationDialog, {
  pending: <Progress />,
  Failed: BrokenIsland,
})

/** How many are unread, asked again as a page is gone to or shown again, at most once a minute. */
function useUnread(): number {
  const client = useQueryClient()
  const { key } = useLocation()
  const { data } = useQuery({ ...unreadQuery, refetchOnWindowFocus: true })
  useEffect(() => {
    void client.prefetchQuery(unreadQuery)
  }, [client, key])
  return data?.unread ?? 0
}

export function Bell() {
  const t = useTranslate()
  const unread = useUnread()
  const [isOpen, setOpen] = useOpenUntilNavigation()
  return (
    <>
      <button
        type="button"
        className="icon-button relative"
        aria-label={unread > 0 ? t('bell.unread', { count: unread }) : t('bell.none')}
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
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </button>
      {isOpen && <NotificationDialog onClose={() => setOpen(false)} />}
    </>
  )
}
