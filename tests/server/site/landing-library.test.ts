import { expect, test } from 'vitest'
import { sitePaths } from '#shared/site/paths.ts'
import type { LandingPage } from '#shared/site/landing.ts'
import { db } from '../../../server/database/db.ts'
import { shippedHeroPrompts } from '../../../server/site/hero-prompts.ts'
import { get, openApp } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { createPipeline } from '../../support/pipelines.ts'

await openApp()

const read = async (locale: 'en' | 'es' = 'en') => (await get(sitePaths.api.landing, { locale })).body as LandingPage

test('GET /api/site/landing/ returns shipped prompts that are in the library and free, with their whole text', async () => {
  const [{ slug } = { slug: '' }, { slug: sold } = { slug: '' }] = shippedHeroPrompts
  const content = `Plan \${length:a text} on \${topic}.${' Be brief.'.repeat(60)}`
  await createPrompt({ slug, en: { title: 'Plan', content, labels: { topic: 'Subject' }, example: '1. Claim' } })
  await createPrompt({ slug: sold, tier: 1 })
  await expect.poll(async () => (await read()).prompts.length).toBe(1)
  expect((await read()).prompts[0]).toMatchObject({
    slug,
    task: ['outline an article on ', 'topic', ''],
    text: ['Plan ', 'length', ' on ', 'topic', `.${' Be brief.'.repeat(60)}`],
    blanks: [
      { name: 'length', label: 'Length', value: 'a text' },
      { name: 'topic', label: 'Subject', value: '' },
    ],
    example: '1. Claim',
  })
})

test('GET /api/site/landing/ returns the first free pipeline, with the blanks that an answer fills first', async () => {
  const writing = await createPrompt({
    en: { title: 'Write', content: 'From ${subject} and ${notes} in ${tone:plain}.' },
  })
  const prompts = [
    await createPrompt({ en: { title: 'Research', content: 'Research ${topic}.', labels: {} } }),
    writing,
  ]
  await createPipeline({ prompts, tier: 1, position: 1 })
  const texts = [{}, { en: { inputs: { notes: { answer_of: 1 } } } }]
  const { slug } = await createPipeline({ prompts, texts, position: 2, en: { title: 'From topic to text' } })
  await expect.poll(async () => (await read()).pipeline?.slug).toBe(slug)
  expect((await read()).pipeline).toEqual({
    slug,
    title: 'From topic to text',
    group: expect.any(String),
    steps: [
      { title: 'Research', blanks: [{ label: 'Topic', answer_of: null }] },
      {
        title: 'Write',
        blanks: [
          { label: 'Notes', answer_of: 1 },
          { label: 'Subject', answer_of: null },
        ],
      },
    ],
  })
  await db.pipeline.update({ where: { slug }, data: { required_tier: 1 } })
  await expect.poll(async () => (await read()).pipeline).toBeNull()
})

test('GET /api/site/landing/ returns the exact numbers of prompts and categories', async () => {
  const { figures } = await read()
  await createPrompt({ tier: 1 })
  await expect
    .poll(async () => (await read()).figures)
    .toEqual({ prompts: figures.prompts + 1, free_prompts: figures.free_prompts, niches: figures.niches + 1 })
})
