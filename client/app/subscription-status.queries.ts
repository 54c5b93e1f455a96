import { paths } from '#shared/paths.ts'
import { SubscriptionStatus } from '#shared/subscription/schema.ts'
import { apiQuery } from './api.ts'

export const subscriptionStatusQuery = apiQuery(paths.api.subscriptionStatus, import.meta.env.DEV && SubscriptionStatus)
