import type { PipelineCard } from '#shared/pipelines.ts'

/** Without case and accents. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Those that say every word, in the title, the description or the title of a step: as the API's `q` finds them. */
export function findPipelines(pipelines: PipelineCard[], q: string): PipelineCard[] {
  const words = plain(q).split(/\s+/u)
  return pipelines.filter(({ title, short_description, prompts }) => {
    const said = plain([title, short_description, ...prompts.map((prompt) => prompt.title)].join('\n'))
    return words.every((word) => said.includes(word))
  })
}

/** By the functional group, in the order of their names; within one as they came. */
export function groupPipelines(pipelines: PipelineCard[], locale: string) {
  const groups = Map.groupBy(pipelines, ({ functional }) => functional.slug)
  const { compare } = new Intl.Collator(locale)
  return [...groups.values()]
    .map((cards) => ({ slug: cards[0]?.functional.slug, name: cards[0]?.functional.name ?? '', cards }))
    .toSorted((one, other) => compare(one.name, other.name))
}
