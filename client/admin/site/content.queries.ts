import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { apiQuery } from '../../app/api.ts'
import { editedQuery } from '../edited.ts'
import type { ContentShape } from './content-shapes.ts'

type Shape<Item extends { id: number }> = Pick<ContentShape<Item, never>, 'noun' | 'schema' | 'listSchema'>

export const contentQuery = <Item extends { id: number }>({ noun, listSchema }: Shape<Item>) =>
  apiQuery(adminSitePaths.api.content(noun), listSchema)
export const contentItemQuery = <Item extends { id: number }>({ noun, schema }: Shape<Item>, id: string) =>
  editedQuery(adminSitePaths.api.contentItem(noun, id), schema)
