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
import { creatorOf, editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { getWithEtag } from '../editing/edit.ts'
import { addRoutes, noContent, route } from '../http/route.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import { cancelPriceChange, listPriceChanges, schedulePriceChange } from './prices/admin-price-changes.ts'
import { addPlan, changePlan, editedPlans, listAdminPlans, removePlan } from './prices/edited-plans.ts'

const plans = (jobs: Jobs | null) => [
  route('GET', '/plans/', {
    summary: 'The plans in their order, in both languages, with the number of subscribers',
    auth: 'plans.read',
    answers: { 200: z.array(AdminPlanRow) },
    handler: () => listAdminPlans(),
  }),
  route('POST', '/plans/', {
    summary: 'Adds a plan',
    auth: 'plans.write',
    acceptsIdempotencyKey: true,
    body: PlanState,
    answers: { 201: AdminPlan },
    handler: (request, reply) => sendWithEtag(reply, addPlan(jobs, creatorOf(request), request.body)),
  }),
  route('GET', '/plans/:id/', {
    summary: 'A plan as it is edited, with its ETag',
    auth: 'plans.read',
    params: AdminPlanParams,
    answers: { 200: AdminPlan },
    handler: ({ params }, reply) => sendWithEtag(reply, getWithEtag(editedPlans, params.id)),
  }),
  route('PUT', '/plans/:id/', {
    summary: 'Changes a plan; a price that subscribers pay changes by announcement alone',
    auth: 'plans.write',
    params: AdminPlanParams,
    body: PlanState,
    ifMatch: AdminPlan,
    answers: { 200: AdminPlan },
    handler: (request, reply) => sendWithEtag(reply, changePlan(jobs, editRequestOf(request), request.body)),
  }),
  route('DELETE', '/plans/:id/', {
    summary: 'Removes a plan that nobody ever had; 409 says why one stays',
    auth: 'plans.write',
    params: AdminPlanParams,
    ifMatch: AdminPlan,
    answers: noContent,
    problems: [409],
    handler: (request) => removePlan(editRequestOf(request)),
  }),
]

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
