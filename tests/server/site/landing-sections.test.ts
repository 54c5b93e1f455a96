import { afterEach, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { paths } from '#shared/paths.ts'
import { hasAllTexts } from '#shared/site/landing.ts'
import type { AdminLandingSection, LandingPage } from '#shared/site/landing.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { shippedSection } from '../../../client/landing/shipped-sections.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post, put, renderer, sql, startApp } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const as = await createPerson({ role: 'admin' })
const other = await startApp()
const { api } = adminSitePaths
const list = async () => (await get(api.content('landing'), { as })).body as AdminLandingSection[]
const order = async () => (await list()).map(({ name }) => name)
const find = async (name: string) => {
  const found = (await list()).find((section) => section.name === name)
  if (!found) throw new Error(`There is no section ${name}.`)
  return found
}
const stateOf = async (name: string, changes: object = {}) => {
  const { id, ...state } = await find(name)
  return { id, state: { ...state, ...changes } }
}
const change = async (name: string, changes: object, etag = '*') => {
  const { id, state } = await stateOf(name, changes)
  return put(api.contentItem('landing', id), state, { as, headers: { 'if-match': etag } })
}
const task = (id: number) => ({ id, tasks: { en: 'draft a contract for {party}', es: null } })
const move = (id: number, before: number | null) => post(api.contentMove('landing', id), { before }, { as })
const read = async (locale: 'en' | 'es' = 'en') =>
  (await get(sitePaths.api.landing, { locale, of: other })).body as LandingPage
const textsOf = async (name: string, locale: 'en' | 'es' = 'en') =>
  (await read(locale)).sections.find((section) => section.name === name)?.texts
const home = async (locale: 'en' | 'es' = 'en') => (await get(`/?lang=${locale}`, { of: other })).text
const questions = { en: { title: 'What people ask' }, es: null }
const names = ['hero', 'problem', 'solution', 'calls', 'benefits', 'pricing', 'questions', 'testimonials']

afterEach(async () => {
  await sql.query(
    `UPDATE landing_section SET is_shown = true, is_published = false, texts = NULL, prompts = '[]',
                     position = array_position($1, name)`,
    [names],
  )
})

test.each(names)('the default texts of the section %s can be saved by an admin', async (name) => {
  const { en, es } = await shippedSection(name as AdminLandingSection['name'])
  expect([en, es].map((texts) => hasAllTexts(name as AdminLandingSection['name'], texts))).toEqual([true, true])
  const { status, body } = await change(name, { texts: { en, es } })
  expect([status, body.texts]).toEqual([200, { en, es }])
})

describe('GET /api/site/landing/', () => {
  test('returns the default sections in order, without texts, until an admin changes them', async () => {
    expect(await read()).toEqual({
      sections: names.map((name) => ({ name, texts: null, content_locale: null })),
      prompts: [],
      figures: { prompts: expect.any(Number), free_prompts: expect.any(Number), niches: expect.any(Number) },
      pipeline: null,
    })
  })

  test('returns published texts, in English if there is no translation, and no drafts', async () => {
    await change('questions', { texts: questions })
    expect(await textsOf('questions')).toBeNull()
    await change('questions', { texts: questions, is_published: true })
    await expect.poll(() => textsOf('questions', 'es')).toEqual({ title: 'What people ask' })
    expect((await read('es')).sections.find(({ name }) => name === 'questions')?.content_locale).toBe('en')
    await change('questions', { texts: { ...questions, es: { title: 'Lo que se pregunta' } } })
    await expect.poll(() => textsOf('questions', 'es')).toEqual({ title: 'Lo que se pregunta' })
    await change('questions', { texts: null })
    await expect.poll(() => textsOf('questions')).toBeNull()
  })

  test('refuses other names in braces, except {plan} among the plans', async () => {
    const { en } = await shippedSection('pricing')
    const texts = { en: { ...en, note: '{plan} costs {plan_price}' }, es: null }
    expect(Object.keys((await change('pricing', { texts })).body)).toEqual(['texts.en.note'])
    const { status, body } = await change('questions', { texts: { en: { title: 'About {promts}' }, es: null } })
    expect([status, body]).toEqual([
      400,
      { 'texts.en.title': ['Only {prompts}, {free_prompts}, {niches} can be in braces.'] },
    ])
  })

  test('fills in the figures of the library, in every field, and follows their changes', async () => {
    const { en } = await shippedSection('benefits')
    const [item] = en.items as { title: string; text: string; chips: string[] }[]
    const items = [{ ...item, text: 'Choose among {prompts}.', chips: ['{niches}'] }]
    await createPrompt()
    const { rows } = await sql.query<{ prompts: number }>('SELECT sum(prompts)::int AS prompts FROM prompt_count')
    const prompts = rows[0]?.prompts
    await change('benefits', { texts: { en: { ...en, items }, es: null }, is_published: true })
    const shown = async () => ((await textsOf('benefits')) as { items: typeof items } | null)?.items[0]
    await expect
      .poll(async () => (await shown())?.text)
      .toBe(`Choose among ${prompts} prompt${prompts === 1 ? '' : 's'}.`)
    expect((await shown())?.chips[0]).toMatch(/^\d+ niches?$/)
    expect((await find('benefits')).texts?.en).toEqual({ ...en, items })
    await createPrompt()
    await expect.poll(async () => (await shown())?.text).toBe(`Choose among ${Number(prompts) + 1} prompts.`)
  })

  test('omits hidden sections, and texts without a field that this release needs', async () => {
    await change('benefits', { is_shown: false })
    await change('questions', { texts: questions, is_published: true })
    await expect.poll(() => textsOf('questions')).not.toBeNull()
    expect((await read()).sections.map(({ name }) => name)).not.toContain('benefits')
    await sql.query(
      `UPDATE landing_section SET texts = '{"en": {"heading": "Old"}, "es": null}' WHERE name = 'questions'`,
    )
    await expect.poll(() => textsOf('questions')).toBeNull()
  })

  test("returns the hero's prompts from the library if they need no tier", async () => {
    const prompt = await createPrompt({
      en: { title: 'Draft a contract', content: 'Draft a contract for ${party}. ' },
    })
    await sql.query(`UPDATE prompt_text SET example_values = '{"party": "Ana"}' WHERE prompt_id = $1`, [prompt.id])
    const sold = await createPrompt({ tier: 1 })
    await change('hero', { prompts: [task(prompt.id), task(sold.id)], is_published: true })
    await expect
      .poll(async () => (await read('es')).prompts)
      .toEqual([
        {
          slug: prompt.slug,
          title: 'Draft a contract',
          category: { name: expect.any(String), group: expect.any(String) },
          task: ['draft a contract for ', 'party', ''],
          text: ['Draft a contract for ', 'party', '. '],
          blanks: [{ name: 'party', label: 'Party', value: 'Ana' }],
          example: expect.stringMatching(`^Answer to ${prompt.slug}`),
        },
      ])
    await sql.query('UPDATE prompt SET required_tier = 1 WHERE id = $1', [prompt.id])
    await expect.poll(async () => (await read('es')).prompts).toEqual([])
    await sql.query('UPDATE prompt SET required_tier = 0 WHERE id = $1', [sold.id])
    await expect.poll(async () => (await read()).prompts.length).toBe(1)
    await db.prompt.delete({ where: { id: sold.id } })
    await expect.poll(async () => (await read()).prompts).toEqual([])
  })
})

describe.runIf(renderer)('the landing page', () => {
  test("shows the admin's texts in their order, and the default texts after their removal", async () => {
    const shipped = 'The model is good. Asking the right way is the hard part.'
    expect(await home()).toContain(shipped)
    const { en, es } = await shippedSection('problem')
    await change('problem', { texts: { en: { ...en, title: 'Contracts <b>take</b> time' }, es }, is_published: true })
    await expect.poll(() => home()).toContain('Contracts &lt;b&gt;take&lt;/b&gt; time')
    expect(await home()).not.toContain(shipped)
    expect(await home('es')).toContain('El modelo es bueno.')
    await change('problem', { texts: null })
    await expect.poll(() => home()).toContain(shipped)
  })

  test("has the title and description of the hero's texts", async () => {
    const { en } = await shippedSection('hero')
    const texts = { en: { ...en, head_title: 'Legal prompts', head_description: 'For lawyers.' }, es: null }
    await change('hero', { texts, is_published: true })
    await expect.poll(() => home('es')).toContain('<title>Legal prompts · Promptory</title>')
    const page = await home('es')
    expect(page).toContain('<meta name="description" content="For lawyers."/>')
    expect(page).toContain('<div lang="en" class="contents">')
  })

  test('omits a hidden section', async () => {
    await change('calls', { is_shown: false })
    await expect.poll(() => home()).not.toContain('Stop rewriting the same prompt.')
    await change('calls', { is_shown: true })
    await expect.poll(() => home()).toContain('Stop rewriting the same prompt.')
  })
})

describe('a section of the landing page', () => {
  test('is moved among the other sections, but never above the hero', async () => {
    const [hero, problem, benefits] = [await find('hero'), await find('problem'), await find('benefits')]
    expect((await move(benefits.id, problem.id)).body).toEqual({ place: 0 })
    expect((await order()).slice(0, 3)).toEqual(['hero', 'benefits', 'problem'])
    await expect.poll(async () => (await read()).sections[1]?.name).toBe('benefits')
    expect((await move(problem.id, hero.id)).body).toHaveProperty('before')
    expect((await move(hero.id, null)).status).toBe(404)
  })

  test('has an audit entry per change, and returns 412 for an old ETag', async () => {
    const { id } = await find('questions')
    const etag = String((await get(api.contentItem('landing', id), { as })).headers.etag)
    expect((await change('questions', { texts: questions }, etag)).status).toBe(200)
    expect((await change('questions', { texts: null }, etag)).status).toBe(412)
    await change('questions', { texts: questions, is_published: true })
    const { body } = await get(adminPaths.api.audit({ kind: 'landing_section', target: String(id) }), { as })
    expect(body.results.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(['published', 'changed'])
  })

  test.each<[string, string, object]>([
    ['texts.en.title', 'questions', { texts: { en: { title: ' ' }, es: null } }],
    ['texts.es.title', 'questions', { texts: { en: { title: 'x' }, es: { title: 'x'.repeat(200) } } }],
    ['texts.en.lines', 'calls', { texts: { en: { whole: 'x', lines: [], action: 'x' }, es: null } }],
    ['texts.en.lines.1', 'calls', { texts: { en: { whole: 'x', lines: ['a', ''], action: 'x' }, es: null } }],
    [
      'texts.en.points.0.text',
      'problem',
      { texts: { en: { title: 'x', text: 'x', points: [{ title: 'x', text: '' }] }, es: null } },
    ],
    ['is_shown', 'hero', { is_shown: false }],
    ['prompts.0.id', 'hero', { prompts: [{ id: 2_000_000_000, tasks: { en: 'x', es: null } }] }],
    ['prompts', 'problem', { prompts: [{ id: 1, tasks: { en: 'x', es: null } }] }],
    ['name', 'questions', { name: 'testimonials' }],
  ])('returns 400 naming %s if it is invalid', async (field, name, changes) => {
    const { status, body } = await change(name, changes)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  test('is for admins only (401, 403)', async () => {
    const { id, state } = await stateOf('questions')
    const moderator = await createPerson({ role: 'moderator' })
    for (const [who, status] of [
      [undefined, 401],
      [moderator, 403],
    ] as const) {
      expect((await get(api.content('landing'), { as: who })).status).toBe(status)
      expect((await put(api.contentItem('landing', id), state, { as: who })).status).toBe(status)
    }
    expect((await get(api.contentItem('landing', 2_000_000_000), { as })).status).toBe(404)
    expect((await get(paths.home)).status).toBe(200)
  })
})
