import { FormerSlugParams, FormerSlugs, FormerSlugsParams } from '#shared/admin/former-slugs.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { listFormerSlugs, removeFormerSlug } from './former-slugs.ts'

export const formerSlugRoutes = routePlugin([
  route('GET', '/:kind/:id/', {
    summary: 'The slugs that an item had before, the latest first: their addresses lead to it',
    auth: 'library.read',
    params: FormerSlugsParams,
    answers: { 200: FormerSlugs },
    handler: ({ params }) => listFormerSlugs(params.kind, params.id),
  }),
  route('DELETE', '/:kind/:id/:slug/', {
    summary: 'Ends that a former slug leads to its item: others may take it',
    auth: 'library.write',
    params: FormerSlugParams,
    answers: noContent,
    handler: ({ viewer, params }) => removeFormerSlug(viewer, params),
  }),
])
