import type { AdminPipelineStep, PipelineChanges } from '#shared/admin/pipelines.ts'
import type { Locale } from '#shared/locale.ts'
import { placeholdersIn } from '#shared/library/pipeline-inputs.ts'
import { minPipelineSteps, checkInputs } from '#shared/library/pipelines.ts'
import type { InputSource, InputSources } from '#shared/library/pipelines.ts'

export type Step = AdminPipelineStep
type Texts = Pick<PipelineChanges, 'texts' | 'steps'>

export const blankPipelineText = { title: '', short_description: '', how_to_use: '' }
const blankStepText = { hand_on: '', inputs: {} as InputSources }
export const blankStep: Step = { prompt_id: 0, texts: { en: blankStepText, es: null } }
export const blankSteps: Step[] = Array.from({ length: minPipelineSteps }, () => blankStep)

const isBlankStep = ({ hand_on, inputs }: typeof blankStepText) => hand_on === '' && Object.keys(inputs).length === 0

/** Removes the Spanish texts unless all parts of the pipeline are translated. */
export function dropPartialTranslation<One extends Partial<Texts>>(draft: One): One {
  const { texts, steps } = draft
  if (!texts || !steps) return draft
  const isTranslated = texts.es !== null || steps.some(({ texts: { es } }) => es && !isBlankStep(es))
  return {
    ...draft,
    texts: { ...texts, es: isTranslated ? (texts.es ?? blankPipelineText) : null },
    steps: steps.map((step) => ({
      ...step,
      texts: { ...step.texts, es: isTranslated ? (step.texts.es ?? blankStepText) : null },
    })),
  }
}

export const withStep = (steps: readonly Step[], at: number, changes: Partial<Step>): Step[] =>
  steps.map((step, index) => (index === at ? { ...step, ...changes } : step))

export function withStepText(step: Step, locale: Locale, changes: Partial<typeof blankStepText>): Step {
  return { ...step, texts: { ...step.texts, [locale]: { ...blankStepText, ...step.texts[locale], ...changes } } }
}

/** Changes the prompt of a step and empties its inputs, since another prompt has other placeholders. */
export const withPrompt = ({ texts: { en, es } }: Step, prompt_id: number): Step => ({
  prompt_id,
  texts: { en: { ...en, inputs: {} }, es: es && { ...es, inputs: {} } },
})

/** Reorders steps and renumbers their inputs. An input whose step now comes later loses its source. */
function reordered(steps: readonly Step[], order: readonly number[]): Step[] {
  const numbers = new Map(order.map((former, at) => [former + 1, at + 1]))
  const moved = (inputs: InputSources, at: number): InputSources =>
    Object.fromEntries(
      Object.entries(inputs).flatMap(([name, source]): [string, InputSource][] => {
        if (!('answer_of' in source)) return [[name, source]]
        const answer_of = numbers.get(source.answer_of)
        return answer_of !== undefined && answer_of <= at ? [[name, { answer_of }]] : []
      }),
    )
  return order.flatMap((former, at) => {
    const step = steps[former]
    if (!step) return []
    const { en, es } = step.texts
    const text = (one: typeof en) => ({ ...one, inputs: moved(one.inputs, at) })
    return [{ ...step, texts: { en: text(en), es: es && text(es) } }]
  })
}

const indexesOf = (steps: readonly Step[]) => steps.map((_step, at) => at)
export const moveStep = (steps: readonly Step[], from: number, to: number): Step[] =>
  reordered(steps, indexesOf(steps).toSpliced(from, 1).toSpliced(to, 0, from))
export const removeStep = (steps: readonly Step[], at: number): Step[] =>
  reordered(steps, indexesOf(steps).toSpliced(at, 1))

export type PromptContents = Partial<Record<Locale, string>>
export type StepBlank = {
  name: string
  /** True if the prompt no longer has this blank. An admin can only remove it. */
  isGone: boolean
  source: InputSource | null
  /** Names of earlier blanks whose value can be copied. */
  names: string[]
}

/** Blanks of each step in a language. Null while the text of a step's prompt loads. */
export function blanksOf(steps: readonly Step[], contents: readonly (PromptContents | null)[], locale: Locale) {
  const stepInputs = steps.map(({ texts }, at) => {
    const content = contents[at]
    return { names: content ? placeholdersIn(content, locale) : [], inputs: texts[locale]?.inputs ?? {} }
  })
  const inputProblems = checkInputs(stepInputs)
  const requestedNames: string[] = []
  return stepInputs.map(({ names, inputs }, at): StepBlank[] | null => {
    const earlier = [...requestedNames]
    const sound = inputProblems[at]?.sound ?? {}
    for (const name of names)
      if (!Object.hasOwn(sound, name) && !requestedNames.includes(name)) requestedNames.push(name)
    if (!contents[at]) return null
    return [...new Set([...names, ...Object.keys(inputs)])].map((name) => ({
      name,
      isGone: !names.includes(name),
      source: Object.hasOwn(inputs, name) ? (inputs[name] ?? null) : null,
      names: earlier.filter((other) => other !== name),
    }))
  })
}

export const sourceOptionValue = (source: InputSource | null): string => {
  if (!source) return 'asked'
  return 'answer_of' in source ? `answer ${source.answer_of}` : `same ${source.same_as}`
}
export function sourceOfOption(value: string): InputSource | null {
  const [, kind, of = ''] = /^(answer|same) (.+)$/s.exec(value) ?? []
  if (kind === 'answer') return { answer_of: Number(of) }
  return kind === 'same' ? { same_as: of } : null
}
export function withInputSource(step: Step, locale: Locale, name: string, source: InputSource | null): Step {
  const others = Object.entries(step.texts[locale]?.inputs ?? {}).filter(([other]) => other !== name)
  return withStepText(step, locale, { inputs: Object.fromEntries(source ? [...others, [name, source]] : others) })
}
