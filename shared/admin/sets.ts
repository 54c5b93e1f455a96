import * as z from 'zod/mini'
import { inLocales } from '../library/content-fields.ts'
import { maxSetPrompts, SetShelf } from '../library/start-here.ts'
import { pageOf } from '../page.ts'
import { validatedFields, Count, idsUpTo, storedFields } from './fields.ts'
import type { FieldMakers } from './fields.ts'
import { creationFields, itemKeyFields, listRowFields } from './library.ts'

const shapeOf = ({ line }: FieldMakers) => ({
  shelf: SetShelf,
  is_archived: z.boolean(),
  texts: inLocales(z.strictObject({ title: line(300) })),
})
const edited = { ...shapeOf(validatedFields), prompt_ids: idsUpTo(maxSetPrompts) }

export const AdminSet = z.object({ ...itemKeyFields, ...shapeOf(storedFields), prompt_ids: z.array(z.int()) })
export type AdminSet = z.infer<typeof AdminSet>
export const NewSet = z.strictObject({ ...creationFields, ...edited })
export type NewSet = z.infer<typeof NewSet>
export const SetChanges = z.strictObject(edited)
export type SetChanges = z.infer<typeof SetChanges>

export const SetRow = z.object({
  ...listRowFields,
  shelf: SetShelf,
  is_archived: z.boolean(),
  position: z.nullable(z.int()),
  prompt_count: Count,
})
export type SetRow = z.infer<typeof SetRow>
export const SetRowPage = pageOf(SetRow)
