import { paths } from '#shared/paths.ts'
import { SessionPage } from '#shared/users.ts'
import { apiQuery } from '../api.ts'

/** Where the person is signed in. */
export const sessionsQuery = apiQuery(paths.api.meSessions, SessionPage)
