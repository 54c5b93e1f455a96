import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { Plan, SubscriptionStatus } from '#shared/subscription.ts'
import { apiQuery } from './api.ts'

export const plansQuery = apiQuery(paths.api.plans, import.meta.env.DEV && z.array(Plan))
export const statusQuery = apiQuery(paths.api.subscriptionStatus, import.meta.env.DEV && SubscriptionStatus)
