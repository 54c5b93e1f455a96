import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { ItemMove, MovedItem } from '#shared/admin-library.ts'
import { AdminTestimonial, TestimonialState } from '#shared/admin-testimonials.ts'
import { AdminAnnouncement, AnnouncementState } from '#shared/announcements.ts'
import { AdminFaqItem, FaqItemState } from '#shared/faq.ts'
import { idParam } from '#shared/fields.ts'
import { Problem } from '#shared/problem.ts'
import { adminProblemResponses, adminRoute, describeAdmin } from '../http/admin-route.ts'
import { editedRoutes } from '../http/edited-routes.ts'
import { viewerOf } from '../http/viewer.ts'
import {
  addAnnouncement,
  changeAnnouncement,
  editedAnnouncements,
  listAnnouncements,
  removeAnnouncement,
} from './announcements.ts'
import { addFaqItem, changeFaqItem, editedFaq, listAdminFaq, removeFaqItem } from './faq.ts'
import { moveWithinList } from './list-order.ts'
import type { ListKind } from './list-order.ts'
import {
  addTestimonial,
  changeTestimonial,
  editedTestimonials,
  listAdminTestimonials,
  removeTestimonial,
} from './testimonials.ts'

const Params = z.object({ id: idParam() })

function moveRoute(app: FastifyInstance, path: string, kind: ListKind) {
  app.post(
    `${path}:id/move/`,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Moves it before another of its list, or to the end'),
        params: Params,
        body: ItemMove,
        response: { 200: MovedItem, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request) => {
      const { id } = request.params as z.infer<typeof Params>
      return moveWithinList(kind, viewerOf(request), id, request.body as ItemMove)
    },
  )
}

/** What admins write for the whole site: announcements, questions, testimonials. */
export const contentAdminRoutes: FastifyPluginAsync = async (app) => {
  editedRoutes(app, '/announcements/', {
    called: 'an announcement',
    summaries: {
      list: 'The announcements, those that end last first',
      add: 'Adds an announcement: a line above every page, from one time until another',
    },
    schemas: { item: AdminAnnouncement, state: AnnouncementState },
    editable: editedAnnouncements,
    list: listAnnouncements,
    add: addAnnouncement,
    change: changeAnnouncement,
    remove: removeAnnouncement,
  })
  editedRoutes(app, '/faq/', {
    called: 'a question',
    summaries: {
      list: 'The questions of each page in their order, with both languages',
      add: 'Adds a question, as the last of its page',
    },
    schemas: { item: AdminFaqItem, state: FaqItemState },
    editable: editedFaq,
    list: listAdminFaq,
    add: addFaqItem,
    change: changeFaqItem,
    remove: removeFaqItem,
  })
  moveRoute(app, '/faq/', 'faq_item')
  editedRoutes(app, '/testimonials/', {
    called: 'a testimonial',
    summaries: {
      list: 'The testimonials in their order, with both languages',
      add: 'Adds a testimonial, as the last one',
    },
    schemas: { item: AdminTestimonial, state: TestimonialState },
    editable: editedTestimonials,
    list: listAdminTestimonials,
    add: addTestimonial,
    change: changeTestimonial,
    remove: removeTestimonial,
  })
  moveRoute(app, '/testimonials/', 'testimonial')
}
