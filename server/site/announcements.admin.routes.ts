import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AdminAnnouncement, AnnouncementParams, AnnouncementState } from '#shared/announcements.ts'
import { Problem, RateLimited } from '#shared/problem.ts'
import { getEdited } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import {
  addAnnouncement,
  changeAnnouncement,
  editedAnnouncements,
  listAnnouncements,
  removeAnnouncement,
} from './announcements.ts'

const { 409: _conflict, ...changeResponses } = changeSchema('', AdminAnnouncement).response
const { 200: _item, ...refusals } = changeResponses

export const announcementAdminRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/announcements/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('The announcements, those that end last first'),
        response: { 200: z.array(AdminAnnouncement), 401: Problem, 403: Problem, 429: RateLimited },
      },
    },
    async () => listAnnouncements(),
  )
  app.post(
    '/announcements/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Adds an announcement: a line above every page, from one time until another'),
        body: AnnouncementState,
        response: { 201: AdminAnnouncement, ...adminProblemResponses },
      },
    },
    async (request, reply) => sendEdited(reply.code(201), await addAnnouncement(viewerOf(request), request.body)),
  )
  app.get(
    '/announcements/:id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('An announcement as it is edited, with its ETag'),
        params: AnnouncementParams,
        response: { 200: AdminAnnouncement, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => sendEdited(reply, await getEdited(editedAnnouncements, request.params.id)),
  )
  app.put(
    '/announcements/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Changes an announcement', AdminAnnouncement),
        response: changeResponses,
        params: AnnouncementParams,
        body: AnnouncementState,
      },
    },
    async (request, reply) => {
      const given = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changeAnnouncement(given, request.body))
    },
  )
  app.delete(
    '/announcements/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Removes an announcement', AdminAnnouncement),
        params: AnnouncementParams,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      const given = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      await removeAnnouncement(given)
      return reply.code(204).send(null)
    },
  )
}
