import { adminPaths } from '#shared/admin-paths.ts'
import { Overview } from '#shared/overview.ts'
import { apiQuery } from '../../app/api.ts'

export const overviewQuery = (days: number) =>
  apiQuery(adminPaths.api.overview({ days }), import.meta.env.DEV && Overview)
