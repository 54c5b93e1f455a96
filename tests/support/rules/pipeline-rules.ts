import { planSteps } from '#shared/library/fill-pipeline.ts'
import { checkInputs } from '#shared/library/pipelines.ts'
import type { InputSources } from '#shared/library/pipelines.ts'
import { readTemplate } from '#shared/library/placeholders.ts'

/** Step of a pipeline in one language. The label of an input is its meaning: members see nothing else of it. */
export type StepTexts = { content: string; labels: Record<string, string>; inputs: InputSources }

const maxInputs = 10

const answersOf = ({ inputs }: StepTexts): number[] =>
  Object.values(inputs).flatMap((source) => ('answer_of' in source ? [source.answer_of] : []))

function problemsOfAnswers(steps: StepTexts[]): string[] {
  const used = steps.map(answersOf)
  return used.flatMap((answers, at) => [
    ...(at > 0 && answers.length === 0 ? [`step ${at + 1} uses no answer`] : []),
    ...(at < used.length - 1 && !used.flat().includes(at + 1) ? [`nothing uses the answer of step ${at + 1}`] : []),
  ])
}

function add(sets: Map<string, Set<string>>, key: string, value: string) {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}

/** Finds names with two meanings, and values that are asked for under two names. */
function problemsOfMeanings(steps: StepTexts[]): string[] {
  const meanings = new Map<string, Set<string>>()
  const names = new Map<string, Set<string>>()
  planSteps(steps).forEach(({ sources, asks }, at) => {
    const meaningOf = (name: string) => (steps[at]?.labels[name] ?? name).toLowerCase()
    for (const [name, source] of sources)
      if ('input' in source && source.input === name) add(meanings, name, meaningOf(name))
    for (const { name } of asks) add(names, meaningOf(name), name)
  })
  return [
    ...[...meanings].flatMap(([name, found]) => (found.size > 1 ? [`${name} is ${[...found].join(' and ')}`] : [])),
    ...[...names].flatMap(([label, found]) =>
      found.size > 1 ? [`asks for ${label} as ${[...found].join(' and ')}`] : [],
    ),
  ]
}

function problemsOfCount(steps: StepTexts[]): string[] {
  const required = planSteps(steps).flatMap(({ asks }) => asks.filter(({ fallback }) => fallback === null))
  return required.length > maxInputs ? [`asks for ${required.length} values: at most ${maxInputs}`] : []
}

export function problemsOfSteps(steps: StepTexts[]): string[] {
  const named = steps.map(({ content, inputs }) => ({
    names: readTemplate(content).fields.map(({ name }) => name),
    inputs,
  }))
  return [
    ...checkInputs(named).flatMap(({ problems }, at) =>
      problems.map(({ name, problem }) => `step ${at + 1} ${name}: ${problem}`),
    ),
    ...problemsOfAnswers(steps),
    ...problemsOfCount(steps),
    ...problemsOfMeanings(steps),
  ]
}
