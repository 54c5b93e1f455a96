import { notificationPaths } from '#shared/notification-paths.ts'
import { NotificationSettings } from '#shared/notifications.ts'
import { apiQuery } from '../app/api.ts'

export const notificationSettingsQuery = apiQuery(
  notificationPaths.api.settings,
  import.meta.env.DEV && NotificationSettings,
)
