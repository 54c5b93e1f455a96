import { z } from 'zod'
import {
  AdminSection,
  AdminSectionParams,
  AdminSectionRow,
  SectionRemovalQuery,
  SectionState,
} from '#shared/admin/sections.ts'
import { creatorOf, editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { getWithEtag } from '../editing/edit.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { addSection, changeSection, editableSections, listAdminSections, removeSection } from './editable-sections.ts'

export const sectionAdminRoutes = routePlugin([
  route('GET', '/sections/', {
    summary: 'The sections of the forum in their order, with both languages and the number of all threads',
    auth: 'sections.read',
    answers: { 200: z.array(AdminSectionRow) },
    handler: () => listAdminSections(),
  }),
  route('POST', '/sections/', {
    summary: 'Adds a section to the forum',
    auth: 'sections.write',
    acceptsIdempotencyKey: true,
    body: SectionState,
    answers: { 201: AdminSection },
    handler: (request, reply) => sendWithEtag(reply, addSection(creatorOf(request), request.body)),
  }),
  route('GET', '/sections/:id/', {
    summary: 'A section as it is edited, with its ETag',
    auth: 'sections.read',
    params: AdminSectionParams,
    answers: { 200: AdminSection },
    handler: ({ params }, reply) => sendWithEtag(reply, getWithEtag(editableSections, params.id)),
  }),
  route('PUT', '/sections/:id/', {
    summary: 'Changes a section of the forum',
    auth: 'sections.write',
    params: AdminSectionParams,
    body: SectionState,
    ifMatch: AdminSection,
    answers: { 200: AdminSection },
    handler: (request, reply) => sendWithEtag(reply, changeSection(editRequestOf(request), request.body)),
  }),
  route('DELETE', '/sections/:id/', {
    summary: 'Removes a section of the forum; where it has threads, `target` names the section that they go to',
    auth: 'sections.write',
    params: AdminSectionParams,
    querystring: SectionRemovalQuery,
    ifMatch: AdminSection,
    answers: noContent,
    problems: [409],
    handler: (request) => removeSection(editRequestOf(request), request.query.target),
  }),
])
