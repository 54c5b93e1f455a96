import * as z from 'zod/mini'
import { wholeNumberParam } from '../fields.ts'
import { Functional, PlainText } from './schema.ts'
import { Locale } from '../locale.ts'
import { tierRequired } from '../problem.ts'
import { choiceParam, searchParam } from '../query-params.ts'
import { Tier } from '../tier.ts'

export const minPipelineSteps = 2
export const maxPipelineSteps = 6

/** Source of a placeholder: the answer to a step (numbered from 1), or an earlier input with another name. */
export const InputSource = z.union([
  z.strictObject({ answer_of: z.int().check(z.minimum(1)) }),
  z.strictObject({ same_as: z.string() }),
])
export type InputSource = z.infer<typeof InputSource>
export const InputSources = z.record(z.string(), InputSource)
export type InputSources = z.infer<typeof InputSources>

export type InputProblem = 'no_placeholder' | 'not_earlier' | 'not_asked'
type StepInputs = { sound: InputSources; problems: { name: string; problem: InputProblem }[] }

/** Splits inputs into valid ones (`sound`) and problems. `names` are the placeholders of a step. */
export function checkInputs(steps: { names: string[]; inputs: InputSources }[]): StepInputs[] {
  const requestedNames = new Set<string>()
  return steps.map(({ names, inputs }, at) => {
    const problemOf = (name: string, source: InputSource): InputProblem | null => {
      if (!names.includes(name)) return 'no_placeholder'
      if ('answer_of' in source) return source.answer_of > at ? 'not_earlier' : null
      return requestedNames.has(source.same_as) ? null : 'not_asked'
    }
    const judged = Object.entries(inputs).map(([name, source]) => ({ name, source, problem: problemOf(name, source) }))
    const sound = Object.fromEntries(judged.flatMap(({ name, source, problem }) => (problem ? [] : [[name, source]])))
    for (const name of names) if (!Object.hasOwn(sound, name)) requestedNames.add(name)
    return { sound, problems: judged.flatMap(({ name, problem }) => (problem ? [{ name, problem }] : [])) }
  })
}

export const PipelineCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  short_description: z.string(),
  required_tier: Tier, // highest tier of the pipeline and its prompts
  functional: Functional,
  prompts: z.array(z.object({ slug: z.string(), title: z.string() })),
  content_locale: Locale,
})
export type PipelineCard = z.infer<typeof PipelineCard>

export const PipelineStep = z.object({
  prompt: z.object({ slug: z.string(), title: z.string(), short_description: z.string() }),
  content: z.string(),
  labels: z.record(z.string(), z.string()),
  hand_on: z.string(),
  inputs: InputSources,
})
export type PipelineStep = z.infer<typeof PipelineStep>

export const Pipeline = z.extend(PipelineCard, {
  how_to_use: z.string(),
  steps: z.array(PipelineStep),
})
export type Pipeline = z.infer<typeof Pipeline>

export const LockedPipeline = tierRequired(PipelineCard)

export const PipelineList = z.object({ results: z.array(PipelineCard) })
export type PipelineList = z.infer<typeof PipelineList>

export const PipelineListQuery = z.object({
  q: z._default(PlainText.check(z.maxLength(200)), ''),
  free: z.optional(z.enum(['0', '1'])),
  limit: z.optional(wholeNumberParam(1, 100)),
})
export type PipelineListQuery = z.infer<typeof PipelineListQuery>

export const PipelinesQuery = { q: searchParam, free: choiceParam(['1']) }
