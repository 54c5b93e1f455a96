import { paths } from '#shared/paths.ts'
import { Me } from '#shared/users/schema.ts'
import { apiQuery } from '../api.ts'

export const meQuery = apiQuery(paths.api.me, import.meta.env.DEV && Me)
