import { describe, expect, test } from 'vitest'
import { inLocale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { PipelineCard } from '#shared/library/pipelines.ts'
import { getPipelineForTier } from '#server/library/pipelines.ts'
import { cachedForTier } from '#server/library/tier-cache.ts'
import { app, get, openApp, sql } from '../../support/app.ts'
import { createCategory, createGroup, createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { createPipeline } from '../../support/pipelines.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const subscriber = await createPerson({ tier: 1 })
const pathOf = ({ slug }: { slug: string }) => paths.api.pipeline(slug)
const secret = /secret/

const group = await createGroup({ en: { name: 'Work' }, es: { name: 'Trabajo' } })
const useCase = await createUseCase({ category: await createCategory({ group }) })
const researching = () =>
  createPrompt({
    use_case: useCase,
    en: { title: 'Research', content: 'Find out about ${topic} for ${reader}.', labels: { topic: 'Your topic' } },
    es: { title: 'Investigar', content: 'Averigua sobre ${tema} para ${lector}.', labels: { tema: 'Tu tema' } },
  })
const writing = () =>
  createPrompt({
    use_case: useCase,
    en: { title: 'Write', content: 'Write from ${notes} on ${subject} in ${tone}.', labels: {} },
    es: { title: 'Escribir', content: 'Escribe con ${notas} sobre ${asunto} en ${tono}.', labels: {} },
  })
const texts = [
  { en: { hand_on: 'The findings' }, es: { hand_on: 'Los hallazgos' } },
  {
    en: { hand_on: '', inputs: { notes: { answer_of: 1 }, subject: { same_as: 'topic' } } },
    es: { hand_on: '', inputs: { notas: { answer_of: 1 }, asunto: { same_as: 'tema' } } },
  },
]

const rewrite = ({ id }: { id: number }, content: string) =>
  sql.query(`UPDATE prompt_text SET content = $2 WHERE prompt_id = $1 AND locale = 'en'`, [id, content])
const slugsOf = async (path: string, locale: 'en' | 'es' = 'en'): Promise<string[]> =>
  (await get(path, { locale })).body.results.map(({ slug }: PipelineCard) => slug)

describe('GET /api/library/pipelines/:slug/', () => {
  test("returns a step's content as written, including a written \\n and \\t", async () => {
    const prompts = [await researching(), await writing()]
    const pipeline = await createPipeline({ prompts, texts })
    const content = `${String.raw`C:\new\table`} for \${topic}`
    await rewrite(prompts[0] as { id: number }, content)
    expect((await get(pathOf(pipeline))).body.steps[0].content).toBe(content)
  })

  test('returns the steps with their prompts and the source of each input, in both languages', async () => {
    const prompts = [await researching(), await writing()]
    const pipeline = await createPipeline({
      prompts,
      texts,
      en: { title: 'From topic to text', short_description: 'An article', how_to_use: 'Take time.' },
      es: { title: 'Del tema al texto', short_description: 'Un artículo', how_to_use: 'Tómate tiempo.' },
    })
    const { status, body } = await get(pathOf(pipeline))
    expect(status).toBe(200)
    expect(body).toEqual({
      id: pipeline.id,
      slug: pipeline.slug,
      title: 'From topic to text',
      short_description: 'An article',
      how_to_use: 'Take time.',
      required_tier: 0,
      functional: { slug: group.slug, name: 'Work' },
      content_locale: 'en',
      prompts: [
        { slug: prompts[0]?.slug, title: 'Research' },
        { slug: prompts[1]?.slug, title: 'Write' },
      ],
      steps: [
        {
          prompt: {
            slug: prompts[0]?.slug,
            title: 'Research',
            short_description: `Summary of ${prompts[0]?.slug}`,
          },
          content: 'Find out about ${topic} for ${reader}.',
          labels: { topic: 'Your topic', reader: 'Reader' },
          hand_on: 'The findings',
          inputs: {},
        },
        expect.objectContaining({
          content: 'Write from ${notes} on ${subject} in ${tone}.',
          labels: { notes: 'Notes', subject: 'Subject', tone: 'Tone' },
          hand_on: '',
          inputs: { notes: { answer_of: 1 }, subject: { same_as: 'topic' } },
        }),
      ],
    })
    const spanish = await get(pathOf(pipeline), { locale: 'es' })
    expect(spanish.body).toMatchObject({
      title: 'Del tema al texto',
      content_locale: 'es',
      functional: { name: 'Trabajo' },
      prompts: [{ title: 'Investigar' }, { title: 'Escribir' }],
      steps: [
        { content: 'Averigua sobre ${tema} para ${lector}.', labels: { tema: 'Tu tema' }, hand_on: 'Los hallazgos' },
        { inputs: { notas: { answer_of: 1 }, asunto: { same_as: 'tema' } } },
      ],
    })
  })

  test('returns steps and prompts in English if the pipeline has no translation', async () => {
    const pipeline = await createPipeline({ prompts: [await researching(), await writing()], texts })
    const { body } = await get(pathOf(pipeline), { locale: 'es' })
    expect(body).toMatchObject({
      content_locale: 'en',
      functional: { name: 'Trabajo' },
      prompts: [{ title: 'Research' }, { title: 'Write' }],
      steps: [
        { prompt: { title: 'Research' }, labels: { topic: 'Your topic' } },
        { inputs: { notes: { answer_of: 1 }, subject: { same_as: 'topic' } } },
      ],
    })
  })

  test('drops the source of an input that was removed from its prompt', async () => {
    const [first, second] = [await researching(), await writing()]
    const pipeline = await createPipeline({ prompts: [first, second], texts })
    const inputs = async () => {
      await announced(app)
      return (await get(pathOf(pipeline))).body.steps[1].inputs
    }
    expect(Object.keys(await inputs())).toEqual(['notes', 'subject'])
    await rewrite(second, 'Write from ${findings} on ${subject}.')
    expect(await inputs()).toEqual({ subject: { same_as: 'topic' } })
    await rewrite(first, 'Find out about ${theme}.')
    expect(await inputs()).toEqual({})
  })

  test('returns 404 for an unknown slug', async () => {
    for (const slug of ['none', '__proto__', '%', 'x'.repeat(900)])
      expect((await get(paths.api.pipeline(slug))).status).toBe(404)
    expect((await get(paths.api.pipeline('a\0b'))).status).toBe(400)
  })
})

type Tiers = { pipeline: number; prompt?: number; use_case?: number; category?: number }
async function createLocked({ pipeline, prompt = 0, use_case = 0, category = 0 }: Tiers) {
  const above = await createUseCase({ tier: use_case, category: await createCategory({ tier: category }) })
  const last = await createPrompt({ use_case: above, tier: prompt, es: {} })
  return createPipeline({ tier: pipeline, prompts: [await createPrompt({ es: {} }), last], es: {} })
}

const cardFields = Object.keys(PipelineCard.shape).toSorted()

describe('a locked pipeline', () => {
  test.each<[string, Tiers]>([
    ['its own tier', { pipeline: 1 }],
    ['the tier of a prompt', { pipeline: 0, prompt: 1 }],
    ['the tier of a use case', { pipeline: 0, use_case: 1 }],
    ['the tier of a category', { pipeline: 0, category: 1 }],
  ])('returns 403 if locked by %s, and is shown as a card only', async (_name, tiers) => {
    const locked = await createLocked(tiers)
    for (const locale of ['en', 'es'] as const) {
      for (const as of [undefined, await createPerson()]) {
        const { status, body, text } = await get(pathOf(locked), { locale, as })
        expect([status, body.code, body.required_tier, body.preview.slug]).toEqual([
          403,
          'tier_required',
          1,
          locked.slug,
        ])
        expect(Object.keys(body.preview).toSorted()).toEqual(cardFields)
        expect(text).not.toMatch(secret)
        const listed = await get(paths.api.pipelines({ q: locked.slug }), { locale, as })
        expect(listed.body.results).toMatchObject([{ slug: locked.slug, required_tier: 1 }])
        expect(listed.text).not.toMatch(secret)
        const page = await get(inLocale(paths.pipeline(locked.slug), locale), { headers: { accept: 'text/html' }, as })
        expect(page.text).not.toMatch(secret)
      }
      const opened = await get(pathOf(locked), { locale, as: subscriber })
      expect([opened.status, opened.body.steps.length]).toEqual([200, 2])
      expect(opened.text).toMatch(secret)
      expect((await get(pathOf(locked), { locale })).text).not.toMatch(secret)
    }
  })

  test('read by a subscriber is not served from the cache to a lower tier', async () => {
    const locked = await createLocked({ pipeline: 2 })
    const [free, gold] = [await createPerson(), await createPerson({ tier: 2 })]
    for (const locale of ['en', 'es'] as const) {
      const read = async (as: Person) => (await get(pathOf(locked), { locale, as })).text
      // The second read comes from the cache.
      for (let time = 0; time < 2; time++) expect(await read(gold)).toMatch(secret)
      for (const as of [subscriber, free]) expect(await read(as)).not.toMatch(secret)
    }
  })

  test('is cached for members by language', async () => {
    const pipeline = await createPipeline({ tier: 1, en: { title: 'In English' }, es: { title: 'En español' } })
    const titleIn = async (locale: 'en' | 'es') => (await get(pathOf(pipeline), { locale, as: subscriber })).body.title
    for (const [locale, title] of [
      ['en', 'In English'],
      ['es', 'En español'],
      ['en', 'In English'],
    ] as const)
      expect(await titleIn(locale)).toBe(title)
  })

  test('returns 403 without reading its texts from the database', async () => {
    const { slug } = await createPipeline({ tier: 1 })
    const refusal = await getPipelineForTier(slug, 'en', 0).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 403, extensions: { preview: { slug } } })
    expect(JSON.stringify(refusal)).not.toMatch(secret)
  })

  test('is not cached if it changed while it was read', async () => {
    const { responseCache } = app
    const read = async (title: string) => {
      responseCache.invalidate(['pipeline:0'])
      return { value: { title }, cacheTags: ['pipeline:0'] }
    }
    expect(await cachedForTier(responseCache, 'changed while read', () => read('before'))).toEqual({ title: 'before' })
    expect(await cachedForTier(responseCache, 'changed while read', () => read('after'))).toEqual({ title: 'after' })
  })

  test('applies a changed tier of a prompt, use case or category at once, although it was cached', async () => {
    const category = await createCategory()
    const use_case = await createUseCase({ category })
    const prompt = await createPrompt({ use_case })
    const pipeline = await createPipeline({ prompts: [await createPrompt(), prompt] })
    const readAs = async () => [
      (await get(pathOf(pipeline))).status,
      (await get(pathOf(pipeline), { as: subscriber })).status,
      (await get(paths.api.pipelines({ q: pipeline.slug }))).body.results[0]?.required_tier,
      (await get(paths.api.pipelines({ q: pipeline.slug, free: '1' }))).body.results.length,
    ]
    /** The second read comes from the cache. */
    const states = async () => {
      await announced(app)
      await readAs()
      return readAs()
    }
    expect(await states()).toEqual([200, 200, 0, 1])
    const items = { prompt, use_case, category, pipeline }
    for (const [table, { id }] of Object.entries(items)) {
      const change = (tier: number) => sql.query(`UPDATE ${table} SET required_tier = $1 WHERE id = $2`, [tier, id])
      await change(1)
      expect([table, await states()]).toEqual([table, [403, 200, 1, 0]])
      await change(2)
      expect([table, await states()]).toEqual([table, [403, 403, 2, 0]])
      await change(0)
      expect([table, await states()]).toEqual([table, [200, 200, 0, 1]])
    }
  })
})

describe('an archived pipeline', () => {
  test('is hidden everywhere until it is restored, and so is a pipeline with an archived prompt', async () => {
    const category = await createCategory()
    const use_case = await createUseCase({ category })
    const prompt = await createPrompt({ use_case })
    const pipeline = await createPipeline({ prompts: [await createPrompt(), prompt] })
    const found = async () => {
      await announced(app)
      const files = [...(await get('/sitemap.xml')).text.matchAll(/<loc>[^<]*(\/sitemap-pipelines-\d+\.xml)<\/loc>/g)]
      const maps = await Promise.all(files.map(async ([, path = '']) => (await get(path)).text))
      return [
        (await get(pathOf(pipeline))).status,
        (await get(paths.api.pipelines({ q: pipeline.slug }))).body.results.length,
        (await get(paths.api.pipelines())).text.includes(`"${pipeline.slug}"`),
        maps.some((text) => text.includes(`${paths.pipeline(pipeline.slug)}<`)),
      ]
    }
    expect(await found()).toEqual([200, 1, true, true])
    for (const [table, { id }] of Object.entries({ prompt, use_case, category, pipeline })) {
      const archive = (at: string) => sql.query(`UPDATE ${table} SET archived_at = ${at} WHERE id = $1`, [id])
      await archive('now()')
      expect([table, await found()]).toEqual([table, [404, 0, false, false]])
      await archive('NULL')
      expect([table, await found()]).toEqual([table, [200, 1, true, true]])
    }
  })
})

describe('the sitemap', () => {
  test('dates a pipeline by the last change of itself, its steps or its prompts', async () => {
    const prompt = await createPrompt()
    const { id, slug } = await createPipeline({ prompts: [await createPrompt(), prompt] })
    const year = async () => {
      await announced(app)
      const { text } = await get('/sitemap-pipelines-1.xml')
      return /^<lastmod>(\d{4})-/.exec(
        text.split(`<loc>http://library.test${paths.pipeline(slug)}</loc>`)[1] ?? '',
      )?.[1]
    }
    const changes = {
      'its tier': `UPDATE pipeline SET required_tier = 1 WHERE id = ${id}`,
      'its text': `UPDATE pipeline_text SET title = 'Another' WHERE pipeline_id = ${id}`,
      'a step': `UPDATE pipeline_step_text SET inputs = '{"x": {"answer_of": 1}}' WHERE pipeline_id = ${id} AND position = 2`,
      'fewer steps': `DELETE FROM pipeline_step WHERE pipeline_id = ${id} AND position = 1`,
      'a prompt': `UPDATE prompt_text SET content = 'Another' WHERE prompt_id = ${prompt.id}`,
    }
    for (const [name, change] of Object.entries(changes)) {
      for (const table of ['pipeline', 'prompt']) await sql.query(`UPDATE ${table} SET updated_at = '2001-01-01'`)
      expect([name, await year()]).toEqual([name, '2001'])
      await sql.query(change)
      expect([name, await year()]).not.toEqual([name, '2001'])
    }
  })
})

describe('GET /api/library/pipelines/', () => {
  test('lists all pipelines by position, then by age', async () => {
    const made = []
    for (const position of [undefined, 7, undefined, 3]) made.push(await createPipeline(position ? { position } : {}))
    const slugs = made.map(({ slug }) => slug)
    const listed = (await slugsOf(paths.api.pipelines())).filter((slug: string) => slugs.includes(slug))
    expect(listed).toEqual([slugs[3], slugs[1], slugs[0], slugs[2]])
  })

  test('finds each word of title, description and steps, ignoring accents, case and word form', async () => {
    const word = newSlug('wort').replace('-', '')
    const first = await createPrompt({ en: { title: `Interviews ${word}` }, es: { title: `Entrevistas ${word}` } })
    const prompts = [first, await createPrompt({ es: {} })]
    const steps = await createPipeline({
      prompts,
      en: { title: 'From Café to Plan', short_description: 'A négociation of contracts', how_to_use: 'zithern' },
      es: { title: 'Del café al plan', short_description: 'Una negociación', how_to_use: 'zithern' },
    })
    const titled = await createPipeline({ prompts, en: { title: `Interviews of ${word}` } })
    const found = (q: string, locale?: 'en' | 'es') => slugsOf(paths.api.pipelines({ q: `${word} ${q}` }), locale)
    const both = [titled.slug, steps.slug]
    expect(await found('INTERVIEWS')).toEqual(both)
    expect(await found('interviewing')).toEqual(both.toReversed())
    for (const q of ['cafe', 'CAFÉ plan', 'negoc', 'contract', 'Négociation!', 'intervie caf'])
      expect([q, await found(q)]).toEqual([q, [steps.slug]])
    for (const q of ['zithern', 'nothing']) expect([q, await found(q)]).toEqual([q, []])
    expect((await found('%')).toSorted()).toEqual(both.toSorted())
    expect(await found('negociacion', 'es')).toEqual([steps.slug])
    expect(await found('entrevista', 'es')).toEqual([steps.slug])
    expect(await slugsOf(paths.api.pipelines({ q: '%_!' }))).toEqual([])
    const names = await createPipeline({ prompts, en: { title: `GPT-4 and C++ by E-mail ${word}` } })
    for (const q of ['gpt4', 'gpt 4', 'C++', 'email', 'e-mail', 'e mail gpt4'])
      expect([q, await found(q)]).toEqual([q, [names.slug]])
    for (const q of ['gpt5', 'C#']) expect([q, await found(q)]).toEqual([q, []])
  })

  test('returns at most limit pipelines, and 400 naming an invalid parameter', async () => {
    for (let made = 0; made < 3; made++) await createPipeline()
    const all = await slugsOf(paths.api.pipelines())
    expect(await slugsOf(paths.api.pipelines({ limit: 2 }))).toEqual(all.slice(0, 2))
    for (const query of ['limit=0', 'limit=101', 'limit=1.5', 'limit=x', 'limit=1&limit=2', 'free=2', 'q=%00']) {
      const { status, body } = await get(`${paths.api.pipelines()}?${query}`)
      expect([query, status, Object.keys(body)]).toEqual([query, 400, [query.split('=')[0]]])
    }
    expect((await get(`${paths.api.pipelines()}?q=${'x'.repeat(201)}`)).status).toBe(400)
  })
})
