import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { get, openApp, sql } from '../../support/app.ts'
import {
  createCategory,
  createGroup,
  createModel,
  createPrompt,
  createTag,
  createUseCase,
} from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { db } from '../../../server/database/db.ts'

await openApp()

describe('GET /api/library/taxonomy/functional/', () => {
  test("returns the groups in the reader's language, each with its models in the stored order", async () => {
    const [first, second] = [await createModel('Zeta'), await createModel('Alpha')]
    const group = await createGroup({ en: { name: 'Writing' }, es: { name: 'Escritura' }, models: [first, second] })
    const models = [
      { slug: first.slug, name: 'Zeta' },
      { slug: second.slug, name: 'Alpha' },
    ]
    expect((await get(paths.api.functional)).body).toContainEqual({ slug: group.slug, name: 'Writing', models })
    expect((await get(paths.api.functional, { locale: 'es' })).body).toContainEqual({
      slug: group.slug,
      name: 'Escritura',
      models,
    })
  })
})

describe('GET /api/library/categories/', () => {
  test('lists categories by name with the titles of their use cases, in English and in Spanish', async () => {
    const group = await createGroup({ en: { name: 'Work' }, es: { name: 'Trabajo' } })
    const last = await createCategory({
      group,
      en: { name: 'Zoo', description: 'Animals' },
      es: { name: 'Animales', description: 'Del zoo', warning_text: 'Muerden' },
    })
    const first = await createCategory({
      group,
      tier: 1,
      en: { name: 'Art', description: 'Pictures', warning_text: 'Be kind' },
      es: { name: 'Zurbarán', description: 'Cuadros' },
    })
    const second = await createUseCase({ category: first, en: { title: 'Paint' }, es: { title: 'Pintar' } })
    const free = await createUseCase({ category: first, en: { title: 'Draw' } })
    for (const tier of [0, 0, 1]) await createPrompt({ use_case: free, tier })
    const listed = async (locale: 'en' | 'es') =>
      (await get(paths.api.categories(), { locale })).body.filter(({ slug }: { slug: string }) =>
        [first.slug, last.slug].includes(slug),
      )
    expect(await listed('en')).toEqual([
      {
        id: first.id,
        slug: first.slug,
        name: 'Art',
        description: 'Pictures',
        required_tier: 1,
        functional: { slug: group.slug, name: 'Work' },
        warning_text: 'Be kind',
        content_locale: 'en',
        use_case_count: 2,
        prompt_count: 3,
        use_cases: [
          { slug: free.slug, title: 'Draw', required_tier: 1 },
          { slug: second.slug, title: 'Paint', required_tier: 1 },
        ],
      },
      {
        id: last.id,
        slug: last.slug,
        name: 'Zoo',
        description: 'Animals',
        required_tier: 0,
        functional: { slug: group.slug, name: 'Work' },
        warning_text: null,
        content_locale: 'en',
        use_case_count: 0,
        prompt_count: 0,
        use_cases: [],
      },
    ])
    const [animals, painting] = await listed('es')
    expect(animals).toMatchObject({
      name: 'Animales',
      warning_text: 'Muerden',
      content_locale: 'es',
      functional: { name: 'Trabajo' },
    })
    expect(painting).toMatchObject({ name: 'Zurbarán', warning_text: null, content_locale: 'es' })
    expect(painting.use_cases.map(({ title }: { title: string }) => title)).toEqual(['Draw', 'Pintar'])
  })

  test('with free=1 lists only items that need no tier', async () => {
    const [open, closed] = [await createCategory(), await createCategory({ tier: 1 })]
    const [free] = [await createUseCase({ category: open }), await createUseCase({ category: open, tier: 2 })]
    const { body } = await get(paths.api.categories({ free: '1' }))
    const slugs = body.map(({ slug }: { slug: string }) => slug)
    expect(slugs).toContain(open.slug)
    expect(slugs).not.toContain(closed.slug)
    expect(body.find(({ slug }: { slug: string }) => slug === open.slug).use_cases).toEqual([
      expect.objectContaining({ slug: free.slug }),
    ])
    const everything = (await get('/api/library/categories/?free=0')).body.map(({ slug }: { slug: string }) => slug)
    expect(everything).toEqual(expect.arrayContaining([open.slug, closed.slug]))
  })

  test('with use_cases=0 omits the use cases', async () => {
    const { id } = await createCategory()
    await createUseCase({ category: { id, slug: '' } })
    const { body } = await get(paths.api.categories({ use_cases: '0' }))
    expect(body.length).toBeGreaterThan(0)
    for (const category of body) expect(category).not.toHaveProperty('use_cases')
  })
})

test('required_tier is 0 by default for a category, a use case and a prompt', async () => {
  const { rows } = await sql.query(
    `SELECT DISTINCT column_default FROM information_schema.columns
      WHERE table_name IN ('category', 'use_case', 'prompt') AND column_name = 'required_tier'`,
  )
  expect(rows).toEqual([{ column_default: '0' }])
})

describe('GET /api/library/categories/:slug/', () => {
  test("returns the category in the reader's language, or in English with content_locale en", async () => {
    const category = await createCategory({ en: { name: 'Cooking', description: 'Food' } })
    const useCase = await createUseCase({ category, en: { title: 'Bake bread' }, es: { title: 'Hornear pan' } })
    const english = { name: 'Cooking', description: 'Food', content_locale: 'en', warning_text: null }
    expect((await get(paths.api.category(category.slug))).body).toMatchObject({
      ...english,
      use_cases: [{ slug: useCase.slug, title: 'Bake bread' }],
    })
    expect((await get(paths.api.category(category.slug), { locale: 'es' })).body).toMatchObject({
      ...english,
      use_cases: [{ slug: useCase.slug, title: 'Hornear pan' }],
    })
  })
})

describe('GET /api/library/use-cases/:slug/', () => {
  test('returns the use case with its category and group', async () => {
    const group = await createGroup({ en: { name: 'Home' }, es: { name: 'Hogar' } })
    const category = await createCategory({
      group,
      en: { name: 'Garden', description: '' },
      es: { name: 'Jardín', description: '' },
    })
    const useCase = await createUseCase({ category, en: { title: 'Plant trees' }, es: { title: 'Plantar árboles' } })
    const { status, body } = await get(paths.api.useCase(useCase.slug), { locale: 'es' })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: useCase.id,
      slug: useCase.slug,
      title: 'Plantar árboles',
      required_tier: 0,
      content_locale: 'es',
      category: {
        id: category.id,
        slug: category.slug,
        name: 'Jardín',
        functional: { slug: group.slug, name: 'Hogar' },
      },
    })
    expect((await get(paths.api.useCase(useCase.slug))).body).toMatchObject({
      title: 'Plant trees',
      content_locale: 'en',
      category: { name: 'Garden' },
    })
  })
})

describe('GET /api/library/prompts/:slug/', () => {
  test('returns the prompt with its models and tags in order, in both languages', async () => {
    const models = [await createModel('Zeta'), await createModel('Alpha')]
    const tags = [
      await createTag({ en: { name: 'News' }, es: { name: 'Noticias' } }),
      await createTag({ en: { name: 'Art' } }),
    ]
    const prompt = await createPrompt({
      models,
      tags,
      length: 'medium',
      es: { title: 'Un título', content: 'Un texto', labels: { tema: 'Tema' } },
    })
    const english = await get(paths.api.prompt(prompt.slug))
    expect(english.body).toEqual({
      id: prompt.id,
      slug: prompt.slug,
      title: `Title of ${prompt.slug}`,
      short_description: `Summary of ${prompt.slug}`,
      content: `secret content of ${prompt.slug}`,
      how_to_use: `secret advice for ${prompt.slug}`,
      known_issues: `secret issues of ${prompt.slug}`,
      example: `Answer to ${prompt.slug}\nsecret example of ${prompt.slug}`,
      example_line: `Answer to ${prompt.slug}`,
      example_values: {},
      test_records: [],
      labels: { topic: `secret label of ${prompt.slug}` },
      inputs: [],
      word_count: 4,
      length_tag: 'medium',
      rating_avg: null,
      rating_count: 0,
      required_tier: 0,
      content_locale: 'en',
      user_rating: null,
      is_saved: false,
      models: [
        { id: models[0]?.id, slug: models[0]?.slug, name: 'Zeta' },
        { id: models[1]?.id, slug: models[1]?.slug, name: 'Alpha' },
      ],
      tags: [
        { id: tags[0]?.id, slug: tags[0]?.slug, name: 'News' },
        { id: tags[1]?.id, slug: tags[1]?.slug, name: 'Art' },
      ],
      use_case: expect.objectContaining({ category: expect.objectContaining({ functional: expect.anything() }) }),
    })
    const spanish = await get(paths.api.prompt(prompt.slug), { locale: 'es' })
    expect(spanish.body).toMatchObject({
      title: 'Un título',
      content: 'Un texto',
      content_locale: 'es',
      labels: { tema: 'Tema' },
      tags: [{ name: 'Noticias' }, { name: 'Art' }],
    })
  })

  test('returns English with content_locale en if there is no translation', async () => {
    const prompt = await createPrompt()
    const { body } = await get(paths.api.prompt(prompt.slug), { locale: 'es' })
    expect(body).toMatchObject({ title: `Title of ${prompt.slug}`, content_locale: 'en' })
  })

  test('replaces a written \\n and \\t only in the known issues', async () => {
    const written = String.raw`C:\new\table, \nabla \theta, print("a\nb")`
    const prompt = await createPrompt({
      en: { content: written, known_issues: written, how_to_use: written, title: written, example: written },
    })
    const { body } = await get(paths.api.prompt(prompt.slug))
    expect(body.known_issues).toBe('C:\new\table, \nabla \theta, print("a\nb")')
    const { content, how_to_use, title, example, example_line } = body
    for (const text of [content, how_to_use, title, example, example_line]) expect(text).toBe(written)
  })

  test('returns a label for each placeholder of the content', async () => {
    const content = ['```', 'run {{it}}', '```', 'For {{the_reader}}, on {{toString}}'].join('\n')
    const prompt = await createPrompt({ en: { content, labels: {} } })
    const { body } = await get(paths.api.prompt(prompt.slug))
    expect(body.labels).toEqual({ the_reader: 'The reader', toString: 'To string' })
  })

  test("returns a person's rating and saved mark only to that person", async () => {
    const [prompt, person, other] = [await createPrompt(), await createPerson(), await createPerson()]
    await db.rating.create({ data: { prompt_id: prompt.id, user_id: person.id, value: 4 } })
    await db.savedPrompt.create({ data: { prompt_id: prompt.id, user_id: person.id } })
    const path = paths.api.prompt(prompt.slug)
    expect((await get(path, { as: person })).body).toMatchObject({
      user_rating: 4,
      is_saved: true,
      rating_avg: 4,
      rating_count: 1,
    })
    expect((await get(path, { as: other })).body).toMatchObject({ user_rating: null, is_saved: false, rating_avg: 4 })
    expect((await get(path)).body).toMatchObject({ user_rating: null, is_saved: false, rating_avg: 4 })
  })
})

describe('the language of a response', () => {
  test.each<[string, Record<string, string>, 'en' | 'es']>([
    ['is English if the request names no language', {}, 'en'],
    ['is that of X-Locale before that of Accept-Language', { 'x-locale': 'es', 'accept-language': 'en' }, 'es'],
    ['is the language of a regional X-Locale', { 'x-locale': 'es-MX' }, 'es'],
    [
      'is that of Accept-Language if X-Locale is unknown',
      { 'x-locale': 'fr', 'accept-language': 'es-419,es;q=0.9' },
      'es',
    ],
    ['is that of the highest weight in Accept-Language', { 'accept-language': 'en;q=0.5, fr, es;q=0.8' }, 'es'],
    ['is not a language that Accept-Language refuses', { 'accept-language': '*;q=0.8, en;q=0' }, 'es'],
    [
      'is read from a long Accept-Language to its end',
      { 'accept-language': `${'fr, '.repeat(48)}x,en;q=0.9, es;q=0.1` },
      'en',
    ],
    ['is English if Accept-Language contains neither language', { 'accept-language': 'fr, de;q=0.5' }, 'en'],
  ])('%s', async (_name, headers, locale) => {
    const prompt = await createPrompt({ es: {} })
    expect((await get(paths.api.prompt(prompt.slug), { headers })).body.content_locale).toBe(locale)
  })
})
