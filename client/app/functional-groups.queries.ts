import * as z from 'zod/mini'
import { FunctionalGroup } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { apiQuery } from './api.ts'

export const functionalGroupsQuery = apiQuery(paths.api.functional, import.meta.env.DEV && z.array(FunctionalGroup))
