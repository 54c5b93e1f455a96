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

export const AdminPromptSet = z.object({ ...itemKeyFields, ...shapeOf(storedFields), prompt_ids: z.array(z.int()) })
export type AdminPromptSet = z.infer<typeof AdminPromptSet>
export const NewPromptSet = z.strictObject({ ...creationFields, ...edited })
export type NewPromptSet = z.infer<typeof NewPromptSet>
export const PromptSetChanges = z.strictObject(edited)
export type PromptSetChanges = z.infer<typeof PromptSetChanges>

export const AdminPromptSetRow = z.object({
  ...listRowFields,
  shelf: SetShelf,
  is_archived: z.boolean(),
  position: z.nullable(z.int()),
  prompt_count: Count,
})
export type AdminPromptSetRow = z.infer<typeof AdminPromptSetRow>
export const AdminPromptSetRowPage = pageOf(AdminPromptSetRow)
