import { paths } from '#shared/paths.ts'
import { Me } from '#shared/users/schema.ts'
import { apiQuery } from '../api.ts'

/** The signed-in person; only to be asked with a token. */
export const meQuery = apiQuery(paths.api.me, import.meta.env.DEV && Me)
