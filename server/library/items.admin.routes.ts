import { InUse } from '#shared/admin/library.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { crudRoutes } from '../editing/crud-routes.ts'
import type { Crud } from '../editing/crud-routes.ts'
import { noContent } from '../http/route.ts'

const bodyLimit = 2 * 2 ** 20 // both languages of the longest prompt

type LibraryCrud<Item extends object, State, Changes, List, Query> = Omit<
  Crud<Item, State, Changes, List, Query, unknown>,
  'part' | 'noun' | 'summaries'
> & {
  nouns: [string, string] // singular with article and plural: "a tag", "tags"
}

/** Routes of a type of library items, which other items may refer to unless `removal` says otherwise. */
export const libraryItemRoutes = <Item extends object, State, Changes, List, Query>(
  noun: LibraryNoun,
  {
    nouns: [one, many],
    removal = { answers: { ...noContent, 409: InUse } },
    ...crud
  }: LibraryCrud<Item, State, Changes, List, Query>,
) =>
  crudRoutes(`/${noun}/`, {
    part: 'library',
    noun: one,
    summaries: {
      list: `Lists ${many}`,
      remove: removal.answers ? `Removes ${one} that nothing hangs on, for good` : `Removes ${one} for good`,
    },
    bodyLimit,
    removal,
    ...crud,
  })
