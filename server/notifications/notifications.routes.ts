import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import {
  maxUnread,
  NotificationCount,
  NotificationPage,
  NotificationSettings,
  NotificationSettingsChanges,
  ReadNotifications,
  Unsubscribe,
  Unsubscribed,
} from '#shared/forum/notifications.ts'
import { PageQuery } from '#shared/page.ts'
import { addRoutes, route } from '../http/route.ts'
import {
  changeNotificationSettings,
  countUnread,
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
} from './notifications.ts'
import { unsubscribe } from './unsubscribe.ts'

export type NotificationOptions = { secrets: readonly [string, ...string[]] } // the first signs, all verify

const table = [
  route('GET', '/', {
    summary:
      'What one is told of, the latest first, the comments of a thread as one; never of what is hidden, pending or deleted by now',
    auth: 'member',
    limit: 'notification',
    querystring: PageQuery,
    answers: { 200: NotificationPage },
    handler: ({ viewer, query }) => listNotifications(viewer.id, query),
  }),
  route('GET', '/count/', {
    summary: `How many are unread, the comments of a thread as one; among ${maxUnread} where there are more`,
    auth: 'member',
    limit: 'notification',
    answers: { 200: NotificationCount },
    handler: async ({ viewer }) => ({ unread: await countUnread(viewer.id) }),
  }),
  route('POST', '/read/', {
    summary: 'Marks as read all up to one, by its id; answers how many are unread after',
    auth: 'member',
    limit: 'notification',
    body: ReadNotifications,
    answers: { 200: NotificationCount },
    handler: async ({ viewer, body }) => ({ unread: await markNotificationsRead(viewer.id, body.up_to) }),
  }),
  route('GET', '/settings/', {
    summary: 'Which mails one gets: at once, by a daily digest, or none',
    auth: 'member',
    limit: 'notification',
    answers: { 200: NotificationSettings },
    handler: ({ viewer }) => getNotificationSettings(viewer.id),
  }),
  route('PATCH', '/settings/', {
    summary: 'Changes what is given',
    auth: 'member',
    limit: 'notification',
    body: NotificationSettingsChanges,
    answers: { 200: NotificationSettings },
    handler: ({ viewer, body }) => changeNotificationSettings(viewer.id, body),
  }),
  route('GET', '/unsubscribe/', {
    summary: 'Leads to the page that asks; changes nothing, as programs open the links of mails by themselves',
    auth: 'none',
    querystring: Unsubscribe,
    answers: { 303: z.null() },
    handler: ({ query }, reply) => reply.redirect(notificationPaths.unsubscribe(query.token), 303),
  }),
]

export const notificationRoutes: FastifyPluginAsync<NotificationOptions> = async (app, { secrets }) => {
  addRoutes(app, table)
  await app.register(oneClick, { secrets })
}

/** Route for one-click unsubscribing (RFC 8058): mail clients post a form, whose body is not needed. */
const oneClick: FastifyPluginAsync<NotificationOptions> = async (app, { secrets }) => {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_request, _body, finish) =>
    finish(null, null),
  )
  addRoutes(app, [
    route('POST', '/unsubscribe/', {
      summary: 'Ends the mails that the token of a mail names, in the body or the query; idempotent',
      auth: 'none',
      limit: 'notification',
      querystring: Unsubscribe,
      body: z.nullish(Unsubscribe),
      answers: { 200: Unsubscribed },
      handler: ({ body, query }) => unsubscribe(body?.token ?? query.token ?? '', secrets),
    }),
  ])
}
