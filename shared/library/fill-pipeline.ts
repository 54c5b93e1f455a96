import type { InputSources } from './pipelines.ts'
import { countUnfilled, fillTemplate, fillPlaceholder, readTemplate } from './placeholders.ts'
import type { TemplateField, Template, Values } from './placeholders.ts'

/** Source of a placeholder's value: a named input of the reader, or the answer to a step (index from 0). */
export type Source = { input: string } | { step: number }

export type PlannedStep = {
  template: Template
  sources: Map<string, Source>
  asks: TemplateField[]
  isHandedOn: boolean
}

type StepTexts = { content: string; inputs: InputSources }

/** Plans the steps. The reader is asked for each input once, at its first step. No source means an input. */
export function planSteps(steps: readonly StepTexts[]): PlannedStep[] {
  const known = new Map<string, string>()
  const planned = steps.map(({ content, inputs }, at) => {
    const template = readTemplate(content)
    const sources = new Map<string, Source>()
    const asks: TemplateField[] = []
    const inputNames = new Map<string, string>()
    for (const field of template.fields) {
      const { name } = field
      const mapping = Object.hasOwn(inputs, name) ? inputs[name] : undefined
      if (mapping && 'answer_of' in mapping && mapping.answer_of <= at) {
        sources.set(name, { step: mapping.answer_of - 1 })
        continue
      }
      const same = mapping && 'same_as' in mapping ? known.get(mapping.same_as) : undefined
      const input = same ?? known.get(name) ?? name
      if (!same && !known.has(name)) asks.push(field)
      sources.set(name, { input })
      inputNames.set(name, input)
    }
    for (const [name, input] of inputNames) if (!known.has(name)) known.set(name, input)
    return { template, sources, asks }
  })
  const handedOn = new Set(
    planned.flatMap(({ sources }) => [...sources.values()].map((source) => ('step' in source ? source.step : -1))),
  )
  return planned.map((step, at) => ({ ...step, isHandedOn: handedOn.has(at) }))
}

export type FilledStep = PlannedStep & {
  values: Values
  text: string
  left: number
  waitsFor: number[]
}

export function fillSteps(steps: readonly PlannedStep[], inputs: Values, answers: readonly string[]): FilledStep[] {
  const inputOf = (name: string) => (Object.hasOwn(inputs, name) ? inputs[name] : undefined)
  const valueOf = (source: Source) => ('step' in source ? answers[source.step] : inputOf(source.input))
  return steps.map((step) => {
    const values = Object.fromEntries([...step.sources].map(([name, source]) => [name, valueOf(source) ?? '']))
    const waitsFor = [...step.sources.values()].flatMap((source) =>
      'step' in source && !answers[source.step]?.trim() ? [source.step] : [],
    )
    return {
      ...step,
      values,
      text: fillTemplate(step.template, values),
      left: countUnfilled(step.template, values),
      waitsFor: [...new Set(waitsFor)].toSorted((one, other) => one - other),
    }
  })
}

const maxShown = 600 // maximum of characters of a value that are shown

export type ShownPart = {
  text: string
  name?: string
  source?: Source
  is_open: boolean
  is_cut: boolean
}

export function shownParts({ template, sources, values }: FilledStep): ShownPart[] {
  return template.pieces.map((piece) => {
    const { text, is_open } = fillPlaceholder(piece, values)
    if (piece.kind === 'text') return { text, is_open, is_cut: false }
    const is_cut = text.length > maxShown
    const source = sources.get(piece.name)
    const shown = is_cut ? `${text.slice(0, maxShown).trimEnd().toWellFormed()}…` : text
    return { text: shown, name: piece.name, is_open, is_cut, ...(source && { source }) }
  })
}
