import { describe, expect, test } from 'vitest'
import type { PromptCard } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, sql } from '../../support/app.ts'
import { createModel, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Query = Parameters<typeof paths.api.useCasePrompts>[1]
const inOrder = (...prompts: { slug: string }[]) => prompts.map(({ slug }) => slug)
type UseCase = Awaited<ReturnType<typeof createUseCase>>
const orders = ['latest', 'rating_desc', 'rating_asc'] as const

async function slugs(useCase: { slug: string }, query: Query = {}): Promise<string[]> {
  const { status, body } = await get(paths.api.useCasePrompts(useCase.slug, query))
  expect(status).toBe(200)
  return body.results.map(({ slug }: PromptCard) => slug)
}

async function rate(prompt: { id: number }, ...values: number[]) {
  for (const value of values)
    await db.rating.create({ data: { prompt_id: prompt.id, user_id: (await createPerson()).id, value } })
}

/** Creates prompts of one use case, many with equal dates and averages. */
async function createMany(count: number): Promise<UseCase> {
  const useCase = await createUseCase()
  await sql.query(
    `WITH added AS (
       INSERT INTO prompt (slug, use_case_id, created_at, rating_sum, rating_count, rating_avg)
       SELECT $1 || '-' || n, $2, timestamptz '2026-01-01' + (n / 7) * interval '1 hour', sum, CASE WHEN sum = 0 THEN 0 ELSE 3 END,
              round(nullif(sum, 0) / 3.0, 2)
         FROM generate_series(1, $3::int) AS n, LATERAL (SELECT (n * 7) % 5 * 3 + CASE WHEN (n * 7) % 5 > 0 THEN n % 2 ELSE 0 END AS sum) AS rated
       RETURNING id, slug)
     INSERT INTO prompt_text (prompt_id, locale, title, short_description, content, how_to_use, known_issues)
     SELECT id, 'en', slug, '', 'text', '', '' FROM added`,
    [`many-${useCase.slug}`, useCase.id, count],
  )
  return useCase
}

/** Returns the cards of all pages; runs `between` after each page. */
async function readAll(first: string, between: () => Promise<unknown> = async () => {}): Promise<PromptCard[]> {
  const cards: PromptCard[] = []
  for (let next: string | null = first; next !== null;) {
    const { status, body } = await get(next)
    expect(status).toBe(200)
    cards.push(...body.results)
    next = body.next
    await between()
  }
  return cards
}

describe('GET /api/library/use-cases/:slug/prompts/', () => {
  test('returns each prompt as a card', async () => {
    const [useCase, model] = [await createUseCase({ tier: 0 }), await createModel('Model')]
    const prompt = await createPrompt({
      use_case: useCase,
      models: [model],
      length: 'long',
      es: { title: 'Título', short_description: 'Resumen' },
    })
    const { body } = await get(paths.api.useCasePrompts(useCase.slug), { locale: 'es' })
    expect(body).toEqual({
      results: [
        {
          id: prompt.id,
          slug: prompt.slug,
          title: 'Título',
          short_description: 'Resumen',
          length_tag: 'long',
          rating_avg: null,
          rating_count: 0,
          required_tier: 0,
          example_line: `Answer to ${prompt.slug}`,
          inputs: [],
          word_count: 4,
          models: [{ id: model.id, slug: model.slug, name: 'Model' }],
          content_locale: 'es',
        },
      ],
      next: null,
      previous: null,
    })
    expect((await get(paths.api.useCasePrompts((await createUseCase()).slug))).body).toEqual({
      results: [],
      next: null,
      previous: null,
    })
  })

  test('orders by date, best and worst rating, with unrated prompts last in both rating orders', async () => {
    const useCase = await createUseCase()
    const made = (day: number) => createPrompt({ use_case: useCase, created_at: new Date(Date.UTC(2026, 0, day)) })
    const [newest, oldest, middle, unrated] = [await made(4), await made(1), await made(3), await made(2)]
    await rate(newest, 3, 4)
    await rate(oldest, 5)
    await rate(middle, 1)
    expect(await slugs(useCase)).toEqual(inOrder(newest, middle, unrated, oldest))
    expect(await slugs(useCase, { order: 'latest' })).toEqual(inOrder(newest, middle, unrated, oldest))
    expect(await slugs(useCase, { order: 'rating_desc' })).toEqual(inOrder(oldest, newest, middle, unrated))
    expect(await slugs(useCase, { order: 'rating_asc' })).toEqual(inOrder(middle, newest, oldest, unrated))
  })

  test('filters by model, by length, by rating and by all three at once', async () => {
    const [useCase, model, other] = [await createUseCase(), await createModel(), await createModel()]
    const both = await createPrompt({ use_case: useCase, models: [other, model], length: 'long' })
    const short = await createPrompt({ use_case: useCase, models: [model], length: 'short' })
    const plain = await createPrompt({ use_case: useCase, length: 'unknown' })
    await rate(both, 5, 4)
    await rate(short, 4, 4, 3)
    expect(await slugs(useCase, { model: model.slug })).toEqual([short.slug, both.slug])
    expect(await slugs(useCase, { model: other.slug })).toEqual([both.slug])
    expect(await slugs(useCase, { model: 'no-such-model' })).toEqual([])
    expect(await slugs(useCase, { length: 'long' })).toEqual([both.slug])
    expect(await slugs(useCase, { length: 'medium' })).toEqual([])
    expect(await slugs(useCase, { min_rating: '4.5' })).toEqual([both.slug])
    expect(await slugs(useCase, { min_rating: '3.5' })).toEqual([short.slug, both.slug])
    expect(await slugs(useCase, { min_rating: '1' })).not.toContain(plain.slug)
    expect(
      await slugs(useCase, { min_rating: '3.0', model: model.slug, length: 'short', order: 'rating_desc' }),
    ).toEqual([short.slug])
  })

  test('with free=1 lists free prompts only, on every page and for every reader', async () => {
    const [useCase, member] = [await createUseCase(), await createPerson({ tier: 1 })]
    const prompts = []
    for (const tier of [0, 1, 0, 2, 0]) prompts.push(await createPrompt({ use_case: useCase, tier }))
    const free = prompts.filter((_, at) => at % 2 === 0).toReversed()
    for (const order of orders) expect(await slugs(useCase, { free: '1', order })).toEqual(inOrder(...free))
    expect(await slugs(useCase, { free: '0' })).toHaveLength(5)
    expect(inOrder(...(await readAll(paths.api.useCasePrompts(useCase.slug, { free: '1', limit: 1 }))))).toEqual(
      inOrder(...free),
    )
    const options = { as: member }
    expect((await get(paths.api.useCasePrompts(useCase.slug, { free: '1' }), options)).body.results).toHaveLength(3)
    const locked = await createUseCase({ tier: 1 })
    await createPrompt({ use_case: locked })
    expect((await get(paths.api.useCasePrompts(locked.slug), options)).body.results).toHaveLength(1)
    expect((await get(paths.api.useCasePrompts(locked.slug, { free: '1' }), options)).body.results).toEqual([])
    expect((await get(paths.api.useCasePrompts(useCase.slug, { free: '2' }))).status).toBe(400)
  })

  test('leaves out the prompt of the parameter exclude', async () => {
    const useCase = await createUseCase()
    const [first, second] = [await createPrompt({ use_case: useCase }), await createPrompt({ use_case: useCase })]
    expect(await slugs(useCase, { exclude: second.slug })).toEqual([first.slug])
    expect(await slugs(useCase, { exclude: 'no-such-prompt' })).toEqual([second.slug, first.slug])
    expect(await slugs(useCase, { exclude: second.slug, limit: 1 })).toEqual([first.slug])
  })

  test('returns 20 prompts, or the number in the parameter limit, and the URL of the next page', async () => {
    const useCase = await createMany(51)
    expect(await slugs(useCase)).toHaveLength(20)
    expect(await slugs(useCase, { limit: 1 })).toHaveLength(1)
    expect(await slugs(useCase, { limit: 50 })).toHaveLength(50)
    const { next } = (await get(paths.api.useCasePrompts(useCase.slug, { limit: 7, order: 'rating_asc' }))).body
    expect(next).toMatch(
      new RegExp(`^/api/library/use-cases/${useCase.slug}/prompts/\\?order=rating_asc&limit=7&cursor=`),
    )
  })

  test('has no next page when the last page is exactly full', async () => {
    const useCase = await createMany(4)
    const first = (await get(paths.api.useCasePrompts(useCase.slug, { limit: 2 }))).body
    expect((await get(first.next)).body).toMatchObject({ results: [{}, {}], next: null })
  })

  test.each(orders)('pages through 57 prompts without a gap or a repetition: %s', async (order) => {
    const useCase = await createMany(57)
    const whole = [...(await readAll(paths.api.useCasePrompts(useCase.slug, { order, limit: 50 })))]
    expect(new Set(whole.map(({ id }) => id)).size).toBe(57)
    for (const limit of [1, 7, 20])
      expect(await readAll(paths.api.useCasePrompts(useCase.slug, { order, limit }))).toEqual(whole)
  })

  test.each([
    ['rating_desc', -1],
    ['rating_asc', 1],
  ])('lists rated prompts in order and unrated ones after them on all pages: %s', async (order, direction) => {
    const useCase = await createMany(57)
    const ratings = (await readAll(paths.api.useCasePrompts(useCase.slug, { order }))).map(
      ({ rating_avg }) => rating_avg,
    )
    const rated = ratings.filter((rating) => rating !== null)
    expect(rated.length).toBeLessThan(57)
    expect(ratings.slice(0, rated.length)).toEqual(rated.toSorted((a, b) => direction * (a - b)))
  })

  test('filters and orders by the rounded average that is shown', async () => {
    const useCase = await createUseCase()
    const people = await Promise.all(Array.from({ length: 125 }, () => createPerson()))
    const createRated = async (fives: number, fours: number) => {
      const { id, slug } = await createPrompt({ use_case: useCase })
      await sql.query(
        `INSERT INTO rating (prompt_id, user_id, value) SELECT $1, id, CASE WHEN place <= $2 THEN 5 ELSE 4 END
           FROM unnest($3::int[]) WITH ORDINALITY AS person (id, place)`,
        [id, fives, people.slice(0, fives + fours).map((person) => person.id)],
      )
      return slug
    }
    const first = await createRated(62, 63)
    const second = await createRated(1, 1)
    const third = await createRated(61, 64)
    expect(await slugs(useCase, { min_rating: '4.5' })).toEqual([second, first])
    const orderOf = async (order: 'rating_desc' | 'rating_asc') =>
      (await readAll(paths.api.useCasePrompts(useCase.slug, { order, limit: 1 }))).map((card) => [
        card.slug,
        card.rating_avg,
      ])
    const descending = [
      [second, 4.5],
      [first, 4.5],
      [third, 4.49],
    ]
    expect(await orderOf('rating_desc')).toEqual(descending)
    expect(await orderOf('rating_asc')).toEqual(descending.toReversed())
  })

  test('keeps the filters on later pages', async () => {
    const useCase = await createMany(57)
    const all = await readAll(paths.api.useCasePrompts(useCase.slug, { limit: 50 }))
    const [out] = all
    const good = all.filter(({ rating_avg, slug }) => (rating_avg ?? 0) >= 3 && slug !== out?.slug)
    const paged = await readAll(
      paths.api.useCasePrompts(useCase.slug, { limit: 5, min_rating: '3.0', ...(out && { exclude: out.slug }) }),
    )
    expect(paged.map(({ id }) => id)).toEqual(good.map(({ id }) => id))
  })

  test.each(orders)(
    'lists each remaining prompt exactly once while others are added, removed and rated: %s',
    async (order) => {
      const useCase = await createMany(60)
      const { rows: staying } = await sql.query(
        'SELECT id FROM prompt WHERE use_case_id = $1 AND id % 3 <> 0 ORDER BY id',
        [useCase.id],
      )
      const { rows: leaving } = await sql.query(
        'SELECT id FROM prompt WHERE use_case_id = $1 AND id % 3 = 0 ORDER BY id',
        [useCase.id],
      )
      const cards = await readAll(paths.api.useCasePrompts(useCase.slug, { order, limit: 5 }), async () => {
        const [removed, rated] = [leaving.pop(), leaving.shift()]
        if (removed) await sql.query('DELETE FROM prompt WHERE id = $1', [removed.id])
        if (rated) await rate(rated, 1 + (rated.id % 5))
        await createPrompt({ use_case: useCase, created_at: new Date(Date.UTC(2026, 0, 1 + ((rated?.id ?? 0) % 3))) })
      })
      for (const { id } of staying) expect(cards.filter((card) => card.id === id)).toHaveLength(1)
    },
  )

  test('skips none of three prompts created one millisecond apart, with limit 1', async () => {
    const useCase = await createUseCase()
    for (const ms of [1, 2, 3])
      await createPrompt({ use_case: useCase, created_at: new Date(Date.UTC(2026, 0, 1, 12, 0, 0, ms)) })
    expect(await readAll(paths.api.useCasePrompts(useCase.slug, { limit: 1 }))).toHaveLength(3)
  })
})

test.each([
  ['Dear [NAME],\n\nThank you for the talk last week.', 'Thank you for the talk last week.'],
  ['1.\n| A | B |\n|---|---|\nThree rows contradict each other.', 'Three rows contradict each other.'],
  ['Two questions before this goes out:\n1. From which year on?', '1. From which year on?'],
  ['# Heading\n- an item\nA first line that says all.\nA second line.', 'A first line that says all.'],
  ['Short:\n| A |', 'Short:'],
  ['| A |\n|---|', ''],
])('a card shows the first meaningful line of an example: %j', async (example, line) => {
  const use_case = await createUseCase()
  await createPrompt({ use_case, en: { example } })
  const { body } = await get(paths.api.useCasePrompts(use_case.slug))
  expect(body.results[0].example_line).toBe(line)
})
