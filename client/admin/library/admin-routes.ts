import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { withQuery } from '#shared/paths.ts'

const root = adminPaths.library

export const entityTypes = [
  'prompts',
  'pipelines',
  'sets',
  'use-cases',
  'categories',
  'groups',
  'models',
  'tags',
] as const

type Filters = Record<string, string | number | undefined>

export const adminRoutes = {
  root,
  list: (noun: LibraryNoun, filters: Filters = {}) => withQuery(`${root}/${noun}`, filters),
  item: (noun: LibraryNoun, id: number | string) => `${root}/${noun}/${id}`,
  transfer: `${root}/import`,
}
