import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notificationPaths } from '#shared/notification-paths.ts'
import {
  maxUnread,
  NotificationCount,
  NotificationPage,
  NotificationSettings,
  NotificationSettingsChanges,
  ReadNotifications,
  Unsubscribe,
  Unsubscribed,
} from '#shared/notifications.ts'
import { PageQuery } from '#shared/page.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { changeSettings, countUnread, getSettings, listNotifications, readNotifications } from './notifications.ts'
import { unsubscribe } from './unsubscribe.ts'

/** The first signs; former ones hold for the links of former mails. */
export type NotificationOptions = { secrets: readonly [string, ...string[]] }

const tags = ['notifications']
const personal = (summary: string) => ({ tags, summary, security: [{ bearer: [] }] })
const problemResponses = { 401: Problem, 429: RateLimited }
const fieldProblemResponses = { 400: BadRequest, ...problemResponses }

export const notificationRoutes: FastifyPluginAsyncZod<NotificationOptions> = async (app, { secrets }) => {
  app.get(
    '/',
    {
      onRequest: signedIn,
      config: { limit: 'notification' },
      schema: {
        ...personal('What one is told of, the latest first; never of what is hidden, pending or deleted by now'),
        querystring: PageQuery,
        response: { 200: NotificationPage, ...fieldProblemResponses },
      },
    },
    async (request) => listNotifications(viewerOf(request).id, request.query),
  )

  app.get(
    '/count/',
    {
      onRequest: signedIn,
      config: { limit: 'notification' },
      schema: {
        ...personal(`How many are unread; ${maxUnread} where there are more`),
        response: { 200: NotificationCount, ...problemResponses },
      },
    },
    async (request) => ({ unread: await countUnread(viewerOf(request).id) }),
  )

  app.post(
    '/read/',
    {
      onRequest: signedIn,
      config: { limit: 'notification' },
      schema: {
        ...personal('Marks as read all up to one, by its id; answers how many are unread after'),
        body: ReadNotifications,
        response: { 200: NotificationCount, ...fieldProblemResponses },
      },
    },
    async (request) => ({ unread: await readNotifications(viewerOf(request).id, request.body.up_to) }),
  )

  app.get(
    '/settings/',
    {
      onRequest: signedIn,
      config: { limit: 'notification' },
      schema: {
        ...personal('Which mails one gets: at once, by a daily digest, or none'),
        response: { 200: NotificationSettings, ...problemResponses },
      },
    },
    async (request) => getSettings(viewerOf(request).id),
  )

  app.patch(
    '/settings/',
    {
      onRequest: signedIn,
      config: { limit: 'notification' },
      schema: {
        ...personal('Changes what is given'),
        body: NotificationSettingsChanges,
        response: { 200: NotificationSettings, ...fieldProblemResponses },
      },
    },
    async (request) => changeSettings(viewerOf(request).id, request.body),
  )

  app.get(
    '/unsubscribe/',
    {
      schema: {
        tags,
        summary: 'Leads to the page that asks; changes nothing, as programs open the links of mails by themselves',
        security: [],
        querystring: Unsubscribe,
        response: { 303: z.null(), 400: BadRequest },
      },
    },
    async (request, reply) => reply.redirect(notificationPaths.unsubscribe(request.query.token), 303),
  )

  await app.register(oneClick, { secrets })
}

/** RFC 8058: a program of mail posts a form to the address that the mail names. What the form says is known. */
const oneClick: FastifyPluginAsyncZod<NotificationOptions> = async (app, { secrets }) => {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_request, _body, finish) =>
    finish(null, null),
  )
  app.post(
    '/unsubscribe/',
    {
      config: { limit: 'notification' },
      schema: {
        tags,
        summary: 'Ends the mails that the token of a mail names, in the body or the query; idempotent',
        security: [],
        querystring: Unsubscribe,
        body: z.nullish(Unsubscribe),
        response: { 200: Unsubscribed, 400: BadRequest, 429: RateLimited },
      },
    },
    async ({ body, query }) => unsubscribe(body?.token ?? query.token ?? '', secrets),
  )
}
