import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
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
} from '#shared/admin-plans.ts'
import { Problem } from '#shared/problem.ts'
import { getEdited } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import { cancelPriceChange, listPriceChanges, schedulePrice } from './admin-price-changes.ts'
import { addPlan, changePlan, editedPlans, listAdminPlans, removePlan } from './edited-plans.ts'

const { 400: _badRequest, ...withoutInput } = adminProblemResponses
const ofOne = { params: AdminPlanParams }

export const planAdminRoutes: FastifyPluginAsyncZod<{ hasPayments: boolean }> = async (app, { hasPayments }) => {
  const jobs = hasPayments ? app.jobs : null
  function getJobs(): Jobs {
    if (!jobs) throw new HttpProblem(503, 'subscription.problem.off')
    return jobs
  }
  app.get(
    '/plans/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('The plans in their order, in both languages, with the number of subscribers'),
        response: { 200: z.array(AdminPlanRow), ...withoutInput },
      },
    },
    async () => listAdminPlans(),
  )
  app.post(
    '/plans/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Adds a plan'),
        body: PlanState,
        response: { 201: AdminPlan, ...adminProblemResponses },
      },
    },
    async (request, reply) => sendEdited(reply.code(201), await addPlan(jobs, viewerOf(request), request.body)),
  )
  app.get(
    '/plans/:id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('A plan as it is edited, with its ETag'),
        ...ofOne,
        response: { 200: AdminPlan, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => sendEdited(reply, await getEdited(editedPlans, request.params.id)),
  )
  const changing = changeSchema('Changes a plan; a price that subscribers pay changes by announcement alone', AdminPlan)
  const { 409: _conflict, ...changeResponses } = changing.response
  app.put(
    '/plans/:id/',
    { ...adminRoute, schema: { ...changing, ...ofOne, body: PlanState, response: changeResponses } },
    async (request, reply) => {
      const given = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changePlan(jobs, given, request.body))
    },
  )
  const { 200: _item, ...removeResponses } = changing.response
  app.delete(
    '/plans/:id/',
    {
      ...adminRoute,
      schema: {
        ...changing,
        ...describeAdmin('Removes a plan that nobody ever had; 409 says why one stays'),
        ...ofOne,
        response: { 204: z.null(), ...removeResponses },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await removePlan({ id, if_match: request.headers['if-match'], editor: viewerOf(request) })
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/plans/:id/price-changes/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('The price changes of a plan, the latest first, with how many were told'),
        ...ofOne,
        response: { 200: z.array(AdminPriceChange), ...adminProblemResponses, 404: Problem },
      },
    },
    async (request) => listPriceChanges(request.params.id),
  )
  app.post(
    '/plans/:id/price-changes/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Schedules a new price; with `dry_run` only says whom it concerns, and when'),
        ...ofOne,
        body: NewAdminPriceChange,
        response: { 200: PriceChangeEffect, ...adminProblemResponses, 404: Problem, 409: Problem, 503: Problem },
      },
    },
    async (request) => {
      const given = { plan_id: request.params.id, editor: viewerOf(request) }
      return schedulePrice(getJobs(), given, request.body)
    },
  )
  app.delete(
    '/plans/:id/price-changes/:change_id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Takes back a price change that has not begun; whoever was told of it is told so'),
        params: PriceChangeParams,
        response: { 204: z.null(), ...adminProblemResponses, 404: Problem, 409: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      const { id, change_id } = request.params
      await cancelPriceChange(getJobs(), { plan_id: id, editor: viewerOf(request) }, change_id)
      return reply.code(204).send(null)
    },
  )
}
