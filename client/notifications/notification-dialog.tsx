import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { forumPaths } from '#shared/forum/paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { NotificationCount } from '#shared/forum/notifications.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { NotificationRow } from './notification-row.tsx'
import { notificationsQuery, unreadCountQuery } from './notifications.queries.ts'

/** Marks all notifications as read when the dialog opens. After an error they stay unread. */
function useReading(latest: number | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (latest === undefined) return
    const schema = import.meta.env.DEV && NotificationCount
    send(client, 'POST', notificationPaths.api.read, { body: { up_to: latest }, schema }).then(
      (count) => client.setQueryData(unreadCountQuery.queryKey, count),
      () => {},
    )
  }, [client, latest])
}

export function NotificationDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { data, isError, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(notificationsQuery)
  const listed = [...new Map(data?.pages.flatMap(({ results }) => results).map((one) => [one.id, one])).values()]
  useReading(listed.some(({ is_read }) => !is_read) ? listed[0]?.id : undefined)
  return (
    <Dialog title={t('list.title')} className="dialog-notifications" onClose={onClose}>
      <DialogClose className="icon-button absolute top-3 right-3" aria-label={t('dialog.close')}>
        <X className="size-5" aria-hidden="true" />
      </DialogClose>
      <p className="text-sm">
        <Link to={notificationPaths.settings}>{t('list.settings')}</Link>
      </p>
      <div className="mt-3 min-h-40">
        {!data && !isError && <Spinner label={t('common.loading')} />}
        {data && listed.length === 0 && (
          <div className="text-muted">
            <p>{t('list.empty')}</p>
            <Link to={forumPaths.newThread} className="button button-quiet mt-4">
              {t('list.start')}
            </Link>
          </div>
        )}
        <ul className="divide-y divide-line">
          {listed.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} />
          ))}
        </ul>
        {isError && (
          <p role="alert" className="mt-3">
            <span className="text-danger">{data ? t('common.load_failed') : t('list.failed')}</span>{' '}
            {!data && (
              <button type="button" className="button button-quiet" onClick={() => void refetch()}>
                {t('failed.retry')}
              </button>
            )}
          </p>
        )}
        {hasNextPage && (
          <p className="mt-3 text-center">
            <button
              type="button"
              className="button button-quiet"
              aria-busy={isFetchingNextPage}
              onClick={() => !isFetching && void fetchNextPage()}
            >
              {isFetchingNextPage && <Spinner />}
              {t('common.load_more')}
            </button>
          </p>
        )}
      </div>
    </Dialog>
  )
}
