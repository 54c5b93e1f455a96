import * as z from 'zod/mini'
import { wholeNumberParam } from './fields.ts'
import { Functional, PlainText } from './library.ts'
import { Locale } from './locale.ts'
import { tierRequired } from './problem.ts'
import { searchText } from './query-params.ts'
import { Tier } from './tier.ts'

export const minPipelineSteps = 2
export const maxPipelineSteps = 6

/** Where a step's placeholder gets its text from: the answer of an earlier step (counted from 1), or an input that an earlier step asks for under another name. A placeholder without one is asked for once, and shared with all steps that call it the same. */
export const InputSource = z.union([
  z.strictObject({ answer_of: z.int().check(z.minimum(1)) }),
  z.strictObject({ same_as: z.string() }),
])
export type InputSource = z.infer<typeof InputSource>
/** By the name of the placeholder. */
export const InputSources = z.record(z.string(), InputSource)
export type InputSources = z.infer<typeof InputSources>

export type InputProblem = 'no_placeholder' | 'not_earlier' | 'not_asked'
type StepInputs = { sound: InputSources; problems: { name: string; problem: InputProblem }[] }

/** Of steps with the `names` of their placeholders: which inputs lead anywhere, and what is wrong with the others, whose placeholders are asked for. */
export function soundInputs(steps: { names: string[]; inputs: InputSources }[]): StepInputs[] {
  const asked = new Set<string>()
  return steps.map(({ names, inputs }, at) => {
    const problemOf = (name: string, source: InputSource): InputProblem | null => {
      if (!names.includes(name)) return 'no_placeholder'
      if ('answer_of' in source) return source.answer_of > at ? 'not_earlier' : null
      return asked.has(source.same_as) ? null : 'not_asked'
    }
    const judged = Object.entries(inputs).map(([name, source]) => ({ name, source, problem: problemOf(name, source) }))
    const sound = Object.fromEntries(judged.flatMap(({ name, source, problem }) => (problem ? [] : [[name, source]])))
    for (const name of names) if (!Object.hasOwn(sound, name)) asked.add(name)
    return { sound, problems: judged.flatMap(({ name, problem }) => (problem ? [{ name, problem }] : [])) }
  })
}

/** A chain of prompts, each of which works on with what an earlier one answered. */
export const PipelineCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  short_description: z.string(),
  /** The effective one: the highest of its own and its prompts'. */
  required_tier: Tier,
  /** Of its first prompt's category. */
  functional: Functional,
  /** The prompts of its steps, in order. */
  prompts: z.array(z.object({ slug: z.string(), title: z.string() })),
  /** English where a translation is missing. */
  content_locale: Locale,
})
export type PipelineCard = z.infer<typeof PipelineCard>

export const PipelineStep = z.object({
  prompt: z.object({ slug: z.string(), title: z.string(), short_description: z.string() }),
  content: z.string(),
  /** What each placeholder of the content is called. */
  labels: z.record(z.string(), z.string()),
  /** What to take from the answer to later steps; empty in the last one. */
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

/** All of them: an operator has hundreds at most. */
export const PipelineList = z.object({ results: z.array(PipelineCard) })
export type PipelineList = z.infer<typeof PipelineList>

export const PipelineListQuery = z.object({
  q: z._default(PlainText.check(z.maxLength(200)), ''),
  free: z.optional(z.enum(['0', '1'])),
  limit: z.optional(wholeNumberParam(1, 100)),
})
export type PipelineListQuery = z.infer<typeof PipelineListQuery>

/** Of the page's address. */
export const PipelinesQuery = { q: searchText }
