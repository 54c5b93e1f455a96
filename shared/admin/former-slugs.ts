import * as z from 'zod/mini'
import { idParam } from '../fields.ts'
import { PlainText } from '../library/schema.ts'
import { addressedKinds } from './paths.ts'

export const FormerSlugsParams = z.object({ kind: z.enum(addressedKinds), id: idParam() })
export const FormerSlugParams = z.object({ ...FormerSlugsParams.shape, slug: PlainText })
export const FormerSlugs = z.array(z.string())
