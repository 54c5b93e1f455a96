import { paths } from '#shared/paths.ts'
import type { Pipeline, PipelineCard, PipelineStep } from '#shared/library/pipelines.ts'
import { ok } from './browser/page.tsx'
import { group } from './postgres/samples.ts'

const functional = { slug: group.slug, name: group.name }
const promptOf = (slug: string, title: string) => ({ slug, title, short_description: `About: ${title}` })

export const steps: PipelineStep[] = [
  {
    prompt: promptOf('plan', 'Plan a talk'),
    content: 'Plan a talk on ${topic} for ${audience:beginners}',
    labels: { topic: 'Topic', audience: 'Who listens' },
    hand_on: 'Take the outline alone.',
    inputs: {},
  },
  {
    prompt: promptOf('write', 'Write the talk'),
    content: 'Write ${outline} for ${audience}, ${length}',
    labels: { outline: 'Outline', audience: 'Audience', length: 'Length' },
    hand_on: 'Strike out what is not true.',
    inputs: { outline: { answer_of: 1 } },
  },
  {
    prompt: promptOf('check', 'Check the talk'),
    content: 'Check ${draft} for ${listeners}',
    labels: { draft: 'Draft', listeners: 'Listeners' },
    hand_on: '',
    inputs: { draft: { answer_of: 2 }, listeners: { same_as: 'audience' } },
  },
]

export const pipelineCard = (changes: Partial<PipelineCard> = {}): PipelineCard => ({
  id: 1,
  slug: 'talk',
  title: 'From a topic to a checked talk',
  short_description: 'For a talk that has to stand.',
  required_tier: 0,
  functional,
  prompts: steps.map(({ prompt: { slug, title } }) => ({ slug, title })),
  content_locale: 'en',
  ...changes,
})

export const pipeline: Pipeline = { ...pipelineCard(), how_to_use: 'Have your notes ready.\nAllow three steps.', steps }

export const pipelineAnswers = (answer = ok(pipeline)) => ({ [paths.api.pipeline(pipeline.slug)]: answer })
