import type { PipelineCard } from '#shared/library/pipelines.ts'
import { containsTyped } from '#shared/typed-text.ts'

/** Text in lower case, without accents. */
export const plainText = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Finds pipelines whose titles, description or step titles contain every word. Matches in the title come first. */
export function findPipelines(pipelines: PipelineCard[], q: string): PipelineCard[] {
  const words = plainText(q).split(/\s+/u)
  const containsAll = (text: string) => words.every((word) => containsTyped(text, word))
  const found = pipelines.filter(({ title, short_description, prompts }) =>
    containsAll(plainText([title, short_description, ...prompts.map((prompt) => prompt.title)].join('\n'))),
  )
  const { true: first = [], false: others = [] } = Object.groupBy(
    found,
    ({ title }) => `${containsAll(plainText(title))}`,
  )
  return [...first, ...others]
}
