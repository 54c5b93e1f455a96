import * as z from 'zod/mini'
import { inLocales } from '../library/content-fields.ts'
import { validatedFields, Count, Id, RequiredTier, storedFields } from './fields.ts'
import type { FieldMakers } from './fields.ts'
import {
  addressFields,
  creationFields,
  itemKeyFields,
  listRowFields,
  NameListQuery,
  listFilterParams,
  previewOf,
} from './library.ts'
import { fieldError, wholeNumber } from '../fields.ts'
import { pageOf } from '../page.ts'
import { maxPipelineSteps, minPipelineSteps, Pipeline, PipelineCard } from '../library/pipelines.ts'
import { maxFields } from '../library/placeholders.ts'
import { Tier } from '../tier.ts'

const inputsError = fieldError('schema.list_max', { count: maxFields })
const shapesOf = ({ line, text, visible }: FieldMakers) => {
  const source = z.union(
    [z.strictObject({ answer_of: wholeNumber(1, maxPipelineSteps) }), z.strictObject({ same_as: visible(60) })],
    fieldError('schema.other'),
  )
  const inputs = z.record(visible(60), source)
  const stepTexts = z.strictObject({
    hand_on: text(2_000),
    /** Sources of placeholders. The reader fills in placeholders without a source. */
    inputs: inputs.check(z.refine((sources) => Object.keys(sources).length <= maxFields, inputsError)),
  })
  return {
    pipeline: {
      required_tier: RequiredTier,
      is_archived: z.boolean(),
      texts: inLocales(z.strictObject({ title: line(300), short_description: text(1_000), how_to_use: text(20_000) })),
    },
    steps: z.array(z.strictObject({ prompt_id: Id, texts: inLocales(stepTexts) })),
  }
}
const stored = shapesOf(storedFields)
const { pipeline, steps } = shapesOf(validatedFields)
/** Fields of an edited pipeline. Its steps have Spanish texts if and only if the pipeline has. */
const edited = {
  ...pipeline,
  steps: steps.check(
    z.minLength(minPipelineSteps, fieldError('schema.required')),
    z.maxLength(maxPipelineSteps, fieldError('schema.list_max', { count: maxPipelineSteps })),
  ),
}

export const AdminPipeline = z.object({ ...itemKeyFields, ...stored.pipeline, steps: stored.steps })
export type AdminPipeline = z.infer<typeof AdminPipeline>
export const NewPipeline = z.strictObject({ ...creationFields, ...edited })
export type NewPipeline = z.infer<typeof NewPipeline>
export const PipelineChanges = z.strictObject({ ...addressFields, ...edited })
export type PipelineChanges = z.infer<typeof PipelineChanges>
export type AdminPipelineStep = PipelineChanges['steps'][number]

export const PipelineRow = z.object({
  ...listRowFields,
  required_tier: Tier,
  effective_tier: Tier,
  is_archived: z.boolean(),
  is_hidden_by_prompt: z.boolean(),
  position: z.nullable(z.int()),
  step_count: Count,
})
export type PipelineRow = z.infer<typeof PipelineRow>
export const PipelineRowPage = pageOf(PipelineRow)
export const PipelineRowQuery = z.object({ ...NameListQuery.shape, ...listFilterParams })
export type PipelineRowQuery = z.infer<typeof PipelineRowQuery>

export const PipelinePreview = previewOf(Pipeline, PipelineCard)
export type PipelinePreview = z.infer<typeof PipelinePreview>
