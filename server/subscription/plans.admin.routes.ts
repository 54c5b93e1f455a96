import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  AdminPlan,
  AdminPlanParams,
  AdminPlanRow,
  AdminPriceChange,
  NewAdminPriceChange,
  PlanState,
  PriceChangeEffect,
  PriceChangeParams,
} from '#shared/admin/plans.ts'
import { crudRoutes } from '../editing/crud-routes.ts'
import { addRoutes, noContent, route } from '../http/route.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import { cancelPriceChange, listPriceChanges, schedulePriceChange } from './prices/admin-price-changes.ts'
import { addPlan, changePlan, editedPlans, listAdminPlans, removePlan } from './prices/edited-plans.ts'

const plans = (jobs: Jobs | null) =>
  crudRoutes('/plans/', {
    part: 'plans',
    noun: 'a plan',
    summaries: {
      list: 'The plans in their order, in both languages, with the number of subscribers',
      get: 'A plan as it is edited, with its ETag',
      change: 'Changes a plan; a price that subscribers pay changes by announcement alone',
      remove: 'Removes a plan that nobody ever had; 409 says why one stays',
    },
    schemas: { item: AdminPlan, state: PlanState, changes: PlanState, list: z.array(AdminPlanRow) },
    removal: { problems: [409] },
    editable: editedPlans,
    list: listAdminPlans,
    add: (editor, plan) => addPlan(jobs, editor, plan),
    change: (edit, plan) => changePlan(jobs, edit, plan),
    remove: removePlan,
  })

const priceChanges = (getJobs: () => Jobs) => [
  route('GET', '/plans/:id/price-changes/', {
    summary: 'The price changes of a plan, the latest first, with how many were told',
    auth: 'plans.read',
    params: AdminPlanParams,
    answers: { 200: z.array(AdminPriceChange) },
    handler: ({ params }) => listPriceChanges(params.id),
  }),
  route('POST', '/plans/:id/price-changes/', {
    summary: 'Schedules a new price; with `dry_run` only says whom it concerns, and when',
    auth: 'plans.write',
    params: AdminPlanParams,
    body: NewAdminPriceChange,
    answers: { 200: PriceChangeEffect },
    problems: [409, 503],
    handler: ({ viewer: editor, params, body }) => schedulePriceChange(getJobs(), { plan_id: params.id, editor }, body),
  }),
  route('DELETE', '/plans/:id/price-changes/:change_id/', {
    summary: 'Takes back a price change that has not begun; whoever was told of it is told so',
    auth: 'plans.write',
    params: PriceChangeParams,
    answers: noContent,
    problems: [409, 503],
    handler: ({ viewer: editor, params: { id: plan_id, change_id } }) =>
      cancelPriceChange(getJobs(), { plan_id, editor }, change_id),
  }),
]

export const planAdminRoutes: FastifyPluginAsync<{ hasPayments: boolean }> = async (app, { hasPayments }) => {
  const jobs = hasPayments ? app.jobs : null
  function getJobs(): Jobs {
    if (!jobs) throw new HttpProblem(503, 'subscription.problem.off')
    return jobs
  }
  addRoutes(app, [...plans(jobs), ...priceChanges(getJobs)])
}
