import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { Plan } from '#shared/subscription/schema.ts'
import { apiQuery } from './api.ts'

export const plansQuery = apiQuery(paths.api.plans, import.meta.env.DEV && z.array(Plan))
