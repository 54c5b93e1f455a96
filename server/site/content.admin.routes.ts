import { z } from 'zod'
import { ItemMove, MovedItem } from '#shared/admin/library.ts'
import { AdminTestimonial, TestimonialState } from '#shared/admin/testimonials.ts'
import { AdminAnnouncement, AnnouncementState, ListedAnnouncement } from '#shared/site/announcements.ts'
import { AdminFaqItem, FaqItemState } from '#shared/site/faq.ts'
import { AdminLandingSection, LandingSectionState } from '#shared/site/landing.ts'
import { AdminSitePage, SitePageFields } from '#shared/site/pages.ts'
import { idParam } from '#shared/fields.ts'
import { editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { getWithEtag } from '../editing/edit.ts'
import { crudRoutes } from '../editing/crud-routes.ts'
import { route, routePlugin } from '../http/route.ts'
import {
  addAnnouncement,
  changeAnnouncement,
  editableAnnouncements,
  listAnnouncements,
  removeAnnouncement,
} from './announcements.ts'
import { addFaqItem, changeFaqItem, editableFaq, listAdminFaq, removeFaqItem } from './faq.ts'
import { changeLandingSection, editableLandingSections, listLandingSections } from './landing-sections.ts'
import { moveWithinList } from '../editing/list-order.ts'
import type { ListKind } from '../editing/list-order.ts'
import {
  addSitePage,
  changeSitePage,
  editableSitePages,
  listAdminSitePages,
  removeSitePage,
} from './editable-site-pages.ts'
import {
  addTestimonial,
  changeTestimonial,
  editableTestimonials,
  listAdminTestimonials,
  removeTestimonial,
} from './testimonials.ts'

const moveRoute = (path: string, kind: ListKind) =>
  route('POST', `${path}:id/move/`, {
    summary: 'Moves it before another of its list, or to the end',
    auth: 'content.write',
    params: z.object({ id: idParam() }),
    body: ItemMove,
    answers: { 200: MovedItem },
    handler: ({ viewer, params, body }) => moveWithinList(kind, viewer, params.id, body),
  })

const pageBodyLimit = 1024 * 1024 // two texts of 50,000 characters, mostly escaped

export const contentAdminRoutes = routePlugin([
  ...crudRoutes('/announcements/', {
    part: 'site',
    noun: 'an announcement',
    summaries: {
      list: 'The announcements, those that end last first',
      add: 'Adds an announcement: a line above every page, from one time until another',
    },
    schemas: {
      item: AdminAnnouncement,
      state: AnnouncementState,
      changes: AnnouncementState,
      list: z.array(ListedAnnouncement),
    },
    editable: editableAnnouncements,
    list: listAnnouncements,
    add: addAnnouncement,
    change: changeAnnouncement,
    remove: removeAnnouncement,
  }),
  ...crudRoutes('/faq/', {
    part: 'content',
    noun: 'a question',
    summaries: {
      list: 'The questions of each page in their order, with both languages',
      add: 'Adds a question, as the last of its page',
    },
    schemas: { item: AdminFaqItem, state: FaqItemState, changes: FaqItemState, list: z.array(AdminFaqItem) },
    editable: editableFaq,
    list: listAdminFaq,
    add: addFaqItem,
    change: changeFaqItem,
    remove: removeFaqItem,
  }),
  moveRoute('/faq/', 'faq_item'),
  ...crudRoutes('/testimonials/', {
    part: 'content',
    noun: 'a testimonial',
    summaries: {
      list: 'The testimonials in their order, with both languages',
      add: 'Adds a testimonial, as the last one',
    },
    schemas: {
      item: AdminTestimonial,
      state: TestimonialState,
      changes: TestimonialState,
      list: z.array(AdminTestimonial),
    },
    editable: editableTestimonials,
    list: listAdminTestimonials,
    add: addTestimonial,
    change: changeTestimonial,
    remove: removeTestimonial,
  }),
  moveRoute('/testimonials/', 'testimonial'),
  ...crudRoutes('/pages/', {
    part: 'content',
    noun: 'a page of the operator’s',
    summaries: {
      list: 'The operator’s pages in their order, published or not, with both languages; legal texts among them',
      add: 'Adds a page, as the last one; with a slug of a legal page, a text in the place of the shipped one',
    },
    schemas: { item: AdminSitePage, state: SitePageFields, changes: SitePageFields, list: z.array(AdminSitePage) },
    editable: editableSitePages,
    bodyLimit: pageBodyLimit,
    list: listAdminSitePages,
    add: addSitePage,
    change: changeSitePage,
    remove: removeSitePage,
  }),
  moveRoute('/pages/', 'site_page'),
  route('GET', '/landing/', {
    summary:
      'The sections of the landing page in order, shown or not, with both languages; null: as the release has them',
    auth: 'content.read',
    answers: { 200: z.array(AdminLandingSection) },
    handler: () => listLandingSections(),
  }),
  route('GET', '/landing/:id/', {
    summary: 'What can be edited of a section, with its ETag',
    auth: 'content.read',
    params: z.object({ id: idParam() }),
    answers: { 200: AdminLandingSection },
    handler: ({ params }, reply) => sendWithEtag(reply, getWithEtag(editableLandingSections, params.id)),
  }),
  route('PUT', '/landing/:id/', {
    summary: 'Changes a section; without texts it says again what the release says',
    auth: 'content.write',
    params: z.object({ id: idParam() }),
    bodyLimit: pageBodyLimit,
    body: LandingSectionState,
    ifMatch: AdminLandingSection,
    answers: { 200: AdminLandingSection },
    handler: (request, reply) => sendWithEtag(reply, changeLandingSection(editRequestOf(request), request.body)),
  }),
  moveRoute('/landing/', 'landing_section'),
])
