import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  AdminSection,
  AdminSectionParams,
  AdminSectionRow,
  SectionRemovalQuery,
  SectionState,
} from '#shared/admin-sections.ts'
import { Problem, RateLimited } from '#shared/problem.ts'
import { getEdited } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { addSection, changeSection, editedSections, listAdminSections, removeSection } from './edited-sections.ts'

export const sectionAdminRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/sections/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('The sections of the forum in their order, with both languages and the number of all threads'),
        response: { 200: z.array(AdminSectionRow), 401: Problem, 403: Problem, 429: RateLimited },
      },
    },
    async () => listAdminSections(),
  )
  app.post(
    '/sections/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Adds a section to the forum'),
        body: SectionState,
        response: { 201: AdminSection, ...adminProblemResponses },
      },
    },
    async (request, reply) => sendEdited(reply.code(201), await addSection(viewerOf(request), request.body)),
  )
  app.get(
    '/sections/:id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('A section as it is edited, with its ETag'),
        params: AdminSectionParams,
        response: { 200: AdminSection, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => sendEdited(reply, await getEdited(editedSections, request.params.id)),
  )
  const { 200: _item, ...refusals } = changeSchema('', AdminSection).response
  const { 409: _conflict, ...changeResponses } = changeSchema('', AdminSection).response
  app.put(
    '/sections/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Changes a section of the forum', AdminSection),
        response: changeResponses,
        params: AdminSectionParams,
        body: SectionState,
      },
    },
    async (request, reply) => {
      const given = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changeSection(given, request.body))
    },
  )
  app.delete(
    '/sections/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema(
          'Removes a section of the forum; where it has threads, `target` names the section that they go to',
          AdminSection,
        ),
        params: AdminSectionParams,
        querystring: SectionRemovalQuery,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      const given = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      await removeSection(given, request.query.target)
      return reply.code(204).send(null)
    },
  )
}
