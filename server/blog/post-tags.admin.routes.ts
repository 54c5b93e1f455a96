import { z } from 'zod'
import { AdminPostTag, AdminPostTagRow, PostTagState } from '#shared/admin/posts.ts'
import { crudRoutes } from '../editing/crud-routes.ts'
import { routePlugin } from '../http/route.ts'
import { addPostTag, changePostTag, editablePostTags, listAdminPostTags, removePostTag } from './editable-post-tags.ts'

export const postTagAdminRoutes = routePlugin(
  crudRoutes('/post-tags/', {
    part: 'news',
    noun: 'a tag',
    summaries: {
      list: 'The tags that posts may have, with their names in both languages and the number of their posts',
      add: 'Adds a tag for posts',
      get: 'A tag of posts as it is edited, with its ETag',
      change: 'Renames a tag of posts; its address stays',
      remove: 'Removes a tag; its posts stay, without it',
    },
    schemas: { item: AdminPostTag, state: PostTagState, changes: PostTagState, list: z.array(AdminPostTagRow) },
    editable: editablePostTags,
    list: (_query, locale) => listAdminPostTags(locale),
    add: addPostTag,
    change: changePostTag,
    remove: removePostTag,
  }),
)
