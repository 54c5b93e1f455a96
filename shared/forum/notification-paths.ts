import { paths, withQuery } from '../paths.ts'

export const notificationPaths = {
  unsubscribe: (token?: string) => withQuery('/unsubscribe', { token }),
  settings: `${paths.profile}#notifications`,
  api: {
    notifications: (query: { cursor?: string; limit?: number } = {}) => withQuery('/api/notifications/', query),
    count: '/api/notifications/count/',
    read: '/api/notifications/read/',
    settings: '/api/notifications/settings/',
    unsubscribe: (token?: string) => withQuery('/api/notifications/unsubscribe/', { token }),
  },
}
