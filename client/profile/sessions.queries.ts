import { paths } from '#shared/paths.ts'
import { SessionPage } from '#shared/users.ts'
import { apiQuery } from '../app/api.ts'

export const sessionsQuery = apiQuery(paths.api.meSessions, import.meta.env.DEV && SessionPage)
