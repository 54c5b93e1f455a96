import * as z from 'zod/mini'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { AdminPlan, AdminPlanRow, AdminPriceChange } from '#shared/admin-plans.ts'
import { apiQuery } from '../../app/api.ts'

const { api } = adminMoneyPaths
export const adminPlansQuery = apiQuery(api.plans, import.meta.env.DEV && z.array(AdminPlanRow))
export const planSchema = import.meta.env.DEV && AdminPlan
export const priceChangesQuery = (id: number) =>
  apiQuery(api.priceChanges(id), import.meta.env.DEV && z.array(AdminPriceChange))
