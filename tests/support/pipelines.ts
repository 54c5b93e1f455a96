import type { InputSources } from '#shared/library/pipelines.ts'
import { db } from '../../server/database/db.ts'
import { createPrompt, newSlug } from './library.ts'

type Named = { id: number; slug: string }
type Locales<Fields> = { en?: Fields; es?: Fields }
type PipelineTexts = { title: string; short_description: string; how_to_use: string }
type StepTexts = { hand_on: string; inputs: InputSources }
type NewPipeline = Locales<Partial<PipelineTexts>> & {
  slug?: string
  tier?: number
  position?: number
  prompts?: Named[]
  texts?: Locales<Partial<StepTexts>>[]
}

const locales = ['en', 'es'] as const

/** Two free prompts by default; `secret` is only in locked texts. */
export async function createPipeline(options: NewPipeline = {}): Promise<Named> {
  const { slug = newSlug('pipeline'), tier = 0, position = null, texts = [] } = options
  const prompts = options.prompts ?? [await createPrompt(), await createPrompt()]
  const written = locales.filter((locale) => locale === 'en' || options[locale])
  const { id } = await db.pipeline.create({
    data: {
      slug,
      required_tier: tier,
      position,
      texts: {
        create: written.map((locale) => ({
          locale,
          title: `Title of ${slug}`,
          short_description: `Summary of ${slug}`,
          how_to_use: `secret advice for ${slug}`,
          ...options[locale],
        })),
      },
    },
  })
  for (const [at, prompt] of prompts.entries())
    await db.pipelineStep.create({
      data: {
        pipeline_id: id,
        position: at + 1,
        prompt_id: prompt.id,
        texts: {
          create: written.map((locale) => ({
            locale,
            hand_on: `secret hand on of ${slug}`,
            inputs: {},
            ...texts[at]?.[locale],
          })),
        },
      },
    })
  return { id, slug }
}
