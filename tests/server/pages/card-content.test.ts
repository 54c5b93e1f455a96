import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { cardItemOf, itemCard, sectionCard } from '../../../server/site/card-content.ts'
import { get, openApp } from '../../support/app.ts'
import { createCategory, createGroup, createPrompt, createUseCase } from '../../support/library.ts'
import { createPipeline } from '../../support/pipelines.ts'

await openApp()

const cardOf = (kind: Parameters<typeof itemCard>[0], body: unknown, locale: 'en' | 'es' = 'en') => {
  const item = cardItemOf(body)
  return item && itemCard(kind, item, locale)
}
const text = (title: string, labels: Record<string, string>) => ({
  en: {
    title,
    labels,
    content: Object.keys(labels)
      .map((name) => `\${${name}}`)
      .join(' '),
  },
})
const use_case = { category: { name: 'Grammar', functional: { slug: 'learning', name: 'Learning' } } }

describe('the content of a card', () => {
  test('is title, category, group and blanks of a prompt', async () => {
    const category = await createCategory({ group: await createGroup(), en: { name: 'Letters', description: '' } })
    const { slug } = await createPrompt({
      use_case: await createUseCase({ category }),
      en: { title: 'Write a letter', content: 'To ${reader}, ${length}', labels: { reader: 'Your reader' } },
    })
    const { body } = await get(paths.api.prompt(slug))
    expect(cardOf('prompt', body)).toEqual({
      locale: 'en',
      kind: 'Prompt',
      line: 'Letters',
      group: body.use_case.category.functional.slug,
      title: 'Write a letter',
      blanks: ['Your reader', 'Length'],
    })
  })

  test('has the labels of a locked prompt, and none of its texts', () => {
    const preview = { title: 'Locked', inputs: ['Verb', 'Tense'], content_locale: 'es', example_line: 'Hola', use_case }
    const card = { locale: 'es', kind: 'Prompt', line: 'Grammar', group: 'learning', title: 'Locked' }
    expect(cardOf('prompt', { detail: 'No', required_tier: 1, preview })).toEqual({
      ...card,
      blanks: ['Verb', 'Tense'],
    })
  })

  test('is the number of prompts of a pipeline, and the blanks that no step fills', async () => {
    const first = await createPrompt(text('One', { topic: 'Topic', reader: 'Reader' }))
    const second = await createPrompt(text('Two', { notes: 'Notes', reader: 'Reader' }))
    const texts = [{}, { en: { inputs: { notes: { answer_of: 1 } } } }]
    const { slug } = await createPipeline({ prompts: [first, second], texts })
    const { body } = await get(paths.api.pipeline(slug))
    expect(cardOf('pipeline', body)).toMatchObject({
      line: `${body.functional.name} · 2 prompts, one after another`,
      blanks: ['Topic', 'Reader'],
    })
    expect(cardOf('pipeline', body, 'es')?.line).toContain('2 prompts, uno tras otro')
  })

  test('is the section of a thread, the first tag of a post, or the kind alone', () => {
    const title = 'A title'
    expect(cardOf('thread', { title, section: { name: 'Ideas' } }, 'es')?.line).toBe('Foro · Ideas')
    expect(cardOf('post', { title, tags: [{ name: 'Cases' }, { name: 'Tips' }] })?.line).toBe('News · Cases')
    expect(cardOf('post', { title, tags: [] })?.line).toBe('News')
    expect(cardOf('post', { detail: 'Not found.' })).toBe(null)
  })

  test('has blanks for the landing page and the library only', () => {
    expect(sectionCard('home', 'es').blanks).toEqual(['Tus notas', 'Tu lector', 'Extensión'])
    expect(sectionCard('forum', 'en')).toMatchObject({ blanks: [], title: 'Questions and answers about prompts' })
  })
})
