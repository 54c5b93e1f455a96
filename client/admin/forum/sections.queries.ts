import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { AdminSection, AdminSectionRow } from '#shared/admin-sections.ts'
import { apiQuery } from '../../app/api.ts'
import { editedQuery } from '../edited.ts'

/** Asked for anew each time: somebody may have opened a thread meanwhile. */
export const sectionsQuery = queryOptions({
  ...apiQuery(adminNewsPaths.api.sections, import.meta.env.DEV && z.array(AdminSectionRow)),
  staleTime: 0,
})

export const sectionQuery = (id: string) =>
  editedQuery(adminNewsPaths.api.section(id), import.meta.env.DEV && AdminSection)
