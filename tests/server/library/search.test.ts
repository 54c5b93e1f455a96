import { describe, expect, test } from 'vitest'
import type { FoundPrompt } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { z } from 'zod'
import { get, openApp, sql } from '../../support/app.ts'
import { createCategory, createModel, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Found = z.infer<typeof FoundPrompt>

async function find(q: string, locale: Locale = 'en'): Promise<string[]> {
  const { status, body } = await get(paths.api.promptSearch({ q }), { locale })
  expect(status).toBe(200)
  return body.results.map(({ slug }: Found) => slug)
}

const plain = { short_description: '', content: 'text', how_to_use: '', known_issues: '' }

describe('GET /api/library/search/', () => {
  test('returns a found prompt as a card with its use case', async () => {
    const [model, useCase] = [
      await createModel('Model'),
      await createUseCase({ en: { title: 'Fly kites' }, es: { title: 'Volar cometas' } }),
    ]
    const prompt = await createPrompt({
      use_case: useCase,
      models: [model],
      en: { title: 'Paraglider' },
      es: { title: 'Parapente' },
    })
    expect((await get(paths.api.promptSearch({ q: 'parapente' }), { locale: 'es' })).body).toEqual({
      results: [
        {
          id: prompt.id,
          slug: prompt.slug,
          title: 'Parapente',
          short_description: `Summary of ${prompt.slug}`,
          length_tag: 'short',
          rating_avg: null,
          rating_count: 0,
          required_tier: 0,
          models: [{ id: model.id, slug: model.slug, name: 'Model' }],
          example_line: `Answer to ${prompt.slug}`,
          inputs: [],
          word_count: 4,
          content_locale: 'es',
          use_case: { slug: useCase.slug, title: 'Volar cometas' },
        },
      ],
      next: null,
    })
  })

  test('ranks titles first, then short descriptions, then contents', async () => {
    const content = await createPrompt({ en: { ...plain, title: 'One', content: 'About a gazebo.' } })
    const title = await createPrompt({ en: { ...plain, title: 'A gazebo' } })
    const summary = await createPrompt({ en: { ...plain, title: 'Two', short_description: 'With a gazebo' } })
    expect(await find('gazebo')).toEqual([title.slug, summary.slug, content.slug])
  })

  test('ranks a title before a short description, even if the words are adjacent only in the latter', async () => {
    const summary = await createPrompt({ en: { ...plain, title: 'One', short_description: 'A lantern harbour' } })
    const title = await createPrompt({ en: { ...plain, title: `Lantern ${'and so on '.repeat(20)} harbour` } })
    expect(await find('lantern harbour')).toEqual([title.slug, summary.slug])
  })

  test('does not search how_to_use and known_issues', async () => {
    await createPrompt({ en: { how_to_use: 'periwinkle', known_issues: 'periwinkle' } })
    expect(await find('periwinkle')).toEqual([])
  })

  test('ignores accents and case', async () => {
    const prompt = await createPrompt({ en: { title: 'Crème BRÛLÉE' }, es: { title: 'Crema CATALANA de CIGÜEÑA' } })
    for (const q of ['creme brulee', 'CRÈME', 'Brûlée', 'brulée']) expect(await find(q)).toEqual([prompt.slug])
    for (const q of ['cigueña', 'CIGÜEÑAS', 'cigüena']) expect(await find(q, 'es')).toEqual([prompt.slug])
  })

  test('matches inflected forms of English and Spanish words', async () => {
    const prompt = await createPrompt({
      en: { title: 'Negotiating contracts' },
      es: { title: 'Negociando los contratos y las canciones' },
    })
    for (const q of ['negotiate a contract', 'negotiated', 'contract']) expect(await find(q)).toEqual([prompt.slug])
    for (const q of ['negociar contrato', 'negociamos', 'canción']) expect(await find(q, 'es')).toEqual([prompt.slug])
    expect(await find('canción')).toEqual([])
  })

  test('searches the English text for a Spanish reader only if the prompt has no translation', async () => {
    const untranslated = await createPrompt({ en: { title: 'Marmalade' } })
    const translated = await createPrompt({ en: { title: 'Marmalade too' }, es: { ...plain, title: 'Mermelada' } })
    expect(await find('marmalade', 'es')).toEqual([untranslated.slug])
    expect((await find('marmalade')).toSorted()).toEqual([untranslated.slug, translated.slug].toSorted())
    expect(await find('mermelada', 'es')).toEqual([translated.slug])
    expect((await get(paths.api.promptSearch({ q: 'marmalade' }), { locale: 'es' })).body.results).toMatchObject([
      { content_locale: 'en' },
    ])
  })

  test('supports quotes, or, and minus', async () => {
    const [both, one] = [
      await createPrompt({ en: { title: 'Purple walrus parade' } }),
      await createPrompt({ en: { title: 'Walrus purple' } }),
    ]
    expect((await find('purple walrus')).toSorted()).toEqual([both.slug, one.slug].toSorted())
    expect(await find('"purple walrus"')).toEqual([both.slug])
    expect(await find('walrus -parade')).toEqual([one.slug])
    expect(await find('parade or nothing')).toEqual([both.slug])
  })

  test('reflects a changed text and a removal at once', async () => {
    const prompt = await createPrompt({ en: { title: 'Xylophone' }, es: { title: 'Xilófono' } })
    await sql.query(`UPDATE prompt_text SET title = 'Marimba' WHERE prompt_id = $1 AND locale = 'en'`, [prompt.id])
    expect(await find('xylophone')).toEqual([])
    expect(await find('marimba')).toEqual([prompt.slug])
    await sql.query(`DELETE FROM prompt_text WHERE prompt_id = $1 AND locale = 'es'`, [prompt.id])
    expect(await find('xilofono', 'es')).toEqual([])
    expect(await find('marimba', 'es')).toEqual([prompt.slug])
    await sql.query('DELETE FROM prompt WHERE id = $1', [prompt.id])
    expect(await find('marimba')).toEqual([])
  })

  test('returns the highest required tier of prompt, use case and category', async () => {
    await createPrompt({
      tier: 1,
      use_case: await createUseCase({ tier: 2, category: await createCategory({ tier: 3 }) }),
      en: { title: 'Trombone' },
    })
    const { body } = await get(paths.api.promptSearch({ q: 'trombone' }), { as: await createPerson({ tier: 3 }) })
    expect(body.results).toMatchObject([{ required_tier: 3 }])
  })

  test('lists each result once on all pages, in one order', async () => {
    const useCase = await createUseCase()
    for (let number = 0; number < 23; number++)
      await createPrompt({
        use_case: useCase,
        en: { ...plain, title: number % 3 ? 'One' : 'Ocarina', content: 'ocarina '.repeat(1 + (number % 4)) },
      })
    const whole = (await get(paths.api.promptSearch({ q: 'ocarina', limit: 50 }))).body.results
    expect(whole).toHaveLength(23)
    expect(whole.slice(0, 8).every(({ title }: Found) => title === 'Ocarina')).toBe(true)
    for (const limit of [1, 5, undefined]) {
      const paged: Found[] = []
      for (
        let next: string | null = paths.api.promptSearch({ q: 'ocarina', ...(limit && { limit }) });
        next !== null;
      ) {
        const { body } = await get(next)
        expect(body.results.length).toBeLessThanOrEqual(limit ?? 20)
        paged.push(...body.results)
        next = body.next
      }
      expect(paged).toEqual(whole)
    }
  })

  test.each([
    '',
    '   ',
    '""',
    "'",
    '-',
    '"unclosed',
    'the',
    '! & | ( ) : *',
    "a:* & !b <-> c'",
    '\\',
    '%',
    '🌳',
    '​',
    'é'.repeat(200),
    'or or or',
    '-the',
    '١٢٣',
    '日本語',
    '<script>alert(1)</script>',
    'null',
    '{}',
    '\u2028',
    '\ud800',
  ])('returns 200 for the odd query "%s"', async (q) => {
    const { status, body } = await get(`/api/library/search/?q=${encodeURIComponent(q.toWellFormed())}`)
    expect(status).toBe(200)
    expect(body).toEqual({ results: expect.any(Array), next: null })
  })

  test('finds words of other scripts', async () => {
    const prompt = await createPrompt({ en: { title: 'Учитель математики' } })
    expect(await find('УЧИТЕЛЬ')).toEqual([prompt.slug])
  })

  test('returns nothing without a query or without a match', async () => {
    expect((await get('/api/library/search/')).body).toEqual({ results: [], next: null })
    expect(await find('nowheretobefound')).toEqual([])
  })
})
