import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { NotificationSettings } from '#shared/forum/notifications.ts'
import { paths } from '#shared/paths.ts'
import { SessionPage } from '#shared/users/schema.ts'
import { apiQuery } from '../app/api.ts'

export const sessionsQuery = apiQuery(paths.api.meSessions, import.meta.env.DEV && SessionPage)
export const notificationSettingsQuery = apiQuery(
  notificationPaths.api.settings,
  import.meta.env.DEV && NotificationSettings,
)
