import type { PipelineStep } from '#shared/library/pipelines.ts'
import { readTemplate } from '#shared/library/placeholders.ts'
import type { Locale } from '#shared/locale.ts'
import type { PipelineSample } from '#shared/site/landing.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { getPipelineForTier, listPipelines } from '../library/pipelines.ts'

const maxBlanks = 3

/** Placeholders of a step that the user fills in or an earlier answer fills; those filled by an answer come first. */
function blanksOf({ content, labels, inputs }: PipelineStep): PipelineSample['steps'][number]['blanks'] {
  const open = readTemplate(content).fields.flatMap(({ name, fallback }) => {
    const source = inputs[name]
    if (source ? 'same_as' in source : fallback !== null) return []
    return [{ label: labels[name] ?? name, answer_of: source && 'answer_of' in source ? source.answer_of : null }]
  })
  return open
    .toSorted((one, other) => Number(other.answer_of !== null) - Number(one.answer_of !== null))
    .slice(0, maxBlanks)
}

/** Returns the first pipeline that visitors may open, as the landing page draws it. Null if there is none. */
export async function findPipelineSample(locale: Locale): Promise<Tagged<PipelineSample | null>> {
  const { value, cacheTags } = await listPipelines({ q: '', free: '1', limit: 1 }, locale)
  const [first] = value.results
  if (!first) return { value: null, cacheTags }
  const pipeline = await getPipelineForTier(first.slug, locale, 0)
  const { slug, title, functional, steps } = pipeline.value
  return {
    value: {
      slug,
      title,
      group: functional.slug,
      steps: steps.map((step) => ({ title: step.prompt.title, blanks: blanksOf(step) })),
    },
    cacheTags: [...cacheTags, ...pipeline.cacheTags],
  }
}
