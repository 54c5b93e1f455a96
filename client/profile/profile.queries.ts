import { infiniteQueryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { NotificationSettings } from '#shared/forum/notifications.ts'
import { paths } from '#shared/paths.ts'
import { SessionPage } from '#shared/users/schema.ts'
import { apiQuery, getJson } from '../app/api.ts'

export const sessionsQuery = apiQuery(paths.api.meSessions, import.meta.env.DEV && SessionPage)
export const notificationSettingsQuery = apiQuery(
  notificationPaths.api.settings,
  import.meta.env.DEV && NotificationSettings,
)

/** Query of a list. The sections declare theirs, since they are loaded on demand. */
export const listQuery = <Page extends { next: string | null }>(
  path: string,
  schema: z.ZodMiniType<Page> | false,
  queryKey = [path],
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) => getJson(client, pageParam, schema, signal),
    initialPageParam: path,
    getNextPageParam: (page: Page) => page.next,
  })
