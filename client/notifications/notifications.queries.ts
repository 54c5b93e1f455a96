import { infiniteQueryOptions } from '@tanstack/react-query'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { NotificationCount, NotificationPage } from '#shared/forum/notifications.ts'
import { apiQuery, getJson } from '../app/api.ts'

const { api } = notificationPaths

export const unreadCountQuery = apiQuery(api.count, import.meta.env.DEV && NotificationCount)

/** Notifications in pages. Closing the dialog drops them, so that it always starts with the latest. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ client, signal, pageParam }) =>
    getJson(client, pageParam, import.meta.env.DEV && NotificationPage, signal),
  initialPageParam: api.notifications({ limit: 10 }),
  getNextPageParam: (page: NotificationPage) => page.next,
  gcTime: 0,
})
