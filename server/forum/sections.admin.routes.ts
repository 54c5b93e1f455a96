import { z } from 'zod'
import { AdminSection, AdminSectionRow, SectionRemovalQuery, SectionState } from '#shared/admin/sections.ts'
import { crudRoutes } from '../editing/crud-routes.ts'
import { routePlugin } from '../http/route.ts'
import { addSection, changeSection, editableSections, listAdminSections, removeSection } from './editable-sections.ts'

export const sectionAdminRoutes = routePlugin(
  crudRoutes('/sections/', {
    part: 'sections',
    noun: 'a section',
    summaries: {
      list: 'The sections of the forum in their order, with both languages and the number of all threads',
      add: 'Adds a section to the forum',
      get: 'A section as it is edited, with its ETag',
      change: 'Changes a section of the forum',
      remove: 'Removes a section of the forum; where it has threads, `target` names the section that they go to',
    },
    schemas: { item: AdminSection, state: SectionState, changes: SectionState, list: z.array(AdminSectionRow) },
    removal: { querystring: SectionRemovalQuery, problems: [409] },
    editable: editableSections,
    list: listAdminSections,
    add: addSection,
    change: changeSection,
    remove: (edit, { target }) => removeSection(edit, target),
  }),
)
