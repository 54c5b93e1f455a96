import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { app, get, openApp, post, put, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPrompt, newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { createPipeline } from '../../support/pipelines.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const { api } = adminPaths
const as = await createPerson({ role: 'admin' })
const [research, outline, draft] = [
  await createPrompt({ en: { content: 'About {{topic}}.' }, es: { content: 'Sobre {{tema}}.' } }),
  await createPrompt({ en: { content: 'From {{findings}} on {{subject}}.' }, es: { content: 'De {{hallazgos}}.' } }),
  await createPrompt({ en: { content: 'From {{outline}}.' } }),
]
type Sources = Record<string, object>
const stepOf = (prompt: { id: number }, en: Sources = {}, es?: Sources) => ({
  prompt_id: prompt.id,
  texts: { en: { hand_on: 'All of it', inputs: en }, es: es ? { hand_on: 'Todo', inputs: es } : null },
})
const text = (title: string) => ({ title, short_description: `About ${title}`, how_to_use: 'One by one' })
const item = {
  required_tier: 0,
  is_archived: false,
  texts: { en: text('From topic to draft'), es: text('Del tema al borrador') },
  steps: [
    stepOf(research, {}, {}),
    stepOf(outline, { findings: { answer_of: 1 }, subject: { same_as: 'topic' } }, { hallazgos: { answer_of: 1 } }),
    stepOf(draft, { outline: { answer_of: 2 } }, { outline: { answer_of: 2 } }),
  ],
}
const english = { ...item, texts: { en: item.texts.en, es: null } }
const twoSteps = (one: Sources, two: Sources) => [stepOf(research, one), stepOf(outline, two)]
const add = (body: object) => post(api.library('pipelines'), { slug: newSlug('chain'), ...body }, { as })
async function added(body: object = item) {
  const { status, body: made, headers } = await add(body)
  expect([status, made]).toMatchObject([201, body])
  return { path: api.libraryItem('pipelines', made.id), id: made.id as number, slug: made.slug as string, headers }
}
const match = (headers: Record<string, unknown>) => ({ 'if-match': String(headers.etag) })

const count = async () => (await sql.query('SELECT count(*) FROM pipeline')).rows[0].count

describe('/api/admin/library/pipelines/', () => {
  test('shows changes on the public page at once, in both languages', async () => {
    const { path, slug, headers } = await added()
    await announced(app)
    const page = async (locale: 'en' | 'es') => (await get(paths.api.pipeline(slug), { locale })).body
    expect(await page('es')).toMatchObject({
      title: 'Del tema al borrador',
      steps: [{ inputs: {} }, { inputs: { hallazgos: { answer_of: 1 } } }, { hand_on: 'Todo' }],
    })
    expect(await page('en')).toMatchObject({ steps: [{}, { inputs: { subject: { same_as: 'topic' } } }, {}] })
    const changed = { ...english, steps: twoSteps({}, { findings: { answer_of: 1 } }) }
    expect(await put(path, changed, { as, headers: match(headers) })).toMatchObject({ status: 200, body: changed })
    await announced(app)
    expect(await page('es')).toMatchObject({ content_locale: 'en', steps: [{}, { inputs: { findings: {} } }] })
    expect((await page('en')).steps).toHaveLength(2)
    const { headers: now } = await get(path, { as })
    await put(path, { ...changed, is_archived: true }, { as, headers: match(now) })
    await announced(app)
    expect((await get(paths.api.pipeline(slug))).status).toBe(404)
  })

  test.each<[string, string, object]>([
    [
      'an input that the text lacks',
      'steps.1.texts.en.inputs.topic',
      { steps: twoSteps({}, { topic: { answer_of: 1 } }) },
    ],
    [
      'an input of the other language',
      'steps.1.texts.en.inputs.hallazgos',
      { steps: twoSteps({}, { hallazgos: { answer_of: 1 } }) },
    ],
    ['its own answer', 'steps.0.texts.en.inputs.topic', { steps: twoSteps({ topic: { answer_of: 1 } }, {}) }],
    [
      'an answer of no step',
      'steps.1.texts.en.inputs.findings.answer_of',
      { steps: twoSteps({}, { findings: { answer_of: 7 } }) },
    ],
    [
      'an input that no earlier step asks for',
      'steps.1.texts.en.inputs.subject',
      { steps: twoSteps({}, { subject: { same_as: 'tema' } }) },
    ],
    [
      'two sources',
      'steps.1.texts.en.inputs.subject',
      { steps: twoSteps({}, { subject: { same_as: 'topic', answer_of: 1 } }) },
    ],
    ['one step', 'steps', { steps: [stepOf(research)] }],
    ['seven steps', 'steps', { steps: Array.from({ length: 7 }, () => stepOf(research)) }],
    ['no prompt', 'steps.1.prompt_id', { steps: [stepOf(research), stepOf({ id: 2_000_000_000 })] }],
    ['half of a translation', 'steps.0.texts.es', { texts: item.texts, steps: twoSteps({}, {}) }],
    ['a translated step alone', 'steps.0.texts.es', { steps: [stepOf(research, {}, {}), stepOf(outline)] }],
    ['a blank title', 'texts.en.title', { texts: { en: text(' '), es: null }, steps: twoSteps({}, {}) }],
    ['a position', 'position', { steps: twoSteps({}, {}), position: 3 }],
  ])('returns 400 naming the field for %s, and changes nothing', async (_what, field, wrong) => {
    const before = await count()
    expect(await add({ ...english, ...wrong })).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
    expect(await count()).toBe(before)
    const { path, headers } = await added()
    expect(await put(path, { ...english, ...wrong }, { as, headers: match(headers) })).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    })
    expect((await get(path, { as })).body).toMatchObject(item)
  })

  test('returns 400 for unknown fields', async () => {
    const [one, two] = twoSteps({}, {})
    expect((await add({ ...english, steps: [{ ...one, pipeline_id: 1 }, two] })).status).toBe(400)
    expect((await add({ ...english, steps: [one, two], created_at: new Date(0) })).status).toBe(400)
  })

  test('archives a pipeline whose prompt lost an input, and returns 400 for a change of its steps', async () => {
    const prompt = await createPrompt({ en: { content: 'From {{notes}}.' } })
    const { path, headers } = await added({
      ...english,
      steps: [stepOf(research), stepOf(prompt, { notes: { answer_of: 1 } })],
    })
    await sql.query(`UPDATE prompt_text SET content = 'From {{papers}}.' WHERE prompt_id = $1`, [prompt.id])
    const { body } = await get(path, { as })
    const { id: _id, slug: _slug, ...changes } = body
    const archived = await put(path, { ...changes, is_archived: true }, { as, headers: match(headers) })
    expect(archived).toMatchObject({ status: 200, body: { is_archived: true, steps: body.steps } })
    const [one, two] = changes.steps
    const reworded = [{ ...one, texts: { en: { hand_on: 'More', inputs: {} }, es: null } }, two]
    expect(await put(path, { ...changes, steps: reworded }, { as, headers: match(archived.headers) })).toMatchObject({
      status: 400,
      body: { 'steps.1.texts.en.inputs.notes': ['The text of the prompt has no blank “notes” in this language.'] },
    })
  })

  test('returns 400 naming a prompt that is being deleted, or the deletion returns 409', async () => {
    for (let round = 0; round < 5; round++) {
      const prompt = await createPrompt()
      const path = api.libraryItem('prompts', prompt.id)
      const headers = { authorization: `Bearer ${as.token}`, 'if-match': '*' }
      const [made, removed] = await Promise.all([
        add({ ...english, steps: [stepOf(research), stepOf(prompt)] }),
        app.inject({ method: 'DELETE', url: path, headers }),
      ])
      const retained = [201, expect.arrayContaining(['slug']), 409]
      const gone = [400, ['steps.1.prompt_id'], 204]
      expect([retained, gone]).toContainEqual([made.status, Object.keys(made.body), removed.statusCode])
    }
  })

  test('returns 412 with the stored version to the second of two simultaneous changes of the steps', async () => {
    const { path, headers } = await added()
    const [one, two] = [
      { ...english, steps: twoSteps({}, {}) },
      { ...english, steps: [stepOf(draft), stepOf(research), stepOf(outline)] },
    ]
    // Both requests wait for the table lock.
    await sql.query('BEGIN')
    await sql.query('LOCK TABLE pipeline IN EXCLUSIVE MODE')
    const both = Promise.all([one, two].map((body) => put(path, body, { as, headers: match(headers) })))
    await until(async () => {
      const { rows } = await sql.query('SELECT FROM pg_locks WHERE NOT granted')
      return rows.length === 2
    })
    await sql.query('COMMIT')
    const answers = await both
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect(won?.status).toBe(200)
    expect(lost).toMatchObject({ status: 412, body: { current: won?.body, etag: won?.headers.etag } })
    expect((await get(path, { as })).body).toEqual(won?.body)
  })

  test('lists pipelines by position, with effective tier and whether an archived prompt hides the pipeline', async () => {
    const word = newSlug('row')
    const [paid, hidden] = [await createPrompt({ tier: 2 }), await createPrompt()]
    const made = []
    for (const prompt of [paid, hidden, research])
      made.push(await createPipeline({ prompts: [research, prompt], en: { title: word }, es: { title: word } }))
    await sql.query('UPDATE prompt SET archived_at = now() WHERE id = $1', [hidden.id])
    const rows = async () => (await get(api.library('pipelines', { q: word }), { as })).body.results
    const held = { name: word, is_translated: true, required_tier: 0, step_count: 2, is_archived: false }
    expect(await rows()).toMatchObject([
      { ...held, id: made[0]?.id, effective_tier: 2, is_hidden_by_prompt: false },
      { ...held, id: made[1]?.id, effective_tier: 0, is_hidden_by_prompt: true },
      { ...held, id: made[2]?.id, effective_tier: 0, is_hidden_by_prompt: false },
    ])
    await get(paths.api.pipelines({ q: word }))
    await post(api.libraryMove('pipelines', made[2]?.id ?? 0), { before: made[0]?.id }, { as })
    expect((await rows()).map(({ id }: { id: number }) => id)).toEqual([made[2]?.id, made[0]?.id, made[1]?.id])
    await announced(app)
    const shown = (await get(paths.api.pipelines({ q: word }))).body.results
    expect(shown.map(({ id }: { id: number }) => id)).toEqual([made[2]?.id, made[0]?.id])
    expect((await get(api.library('pipelines', { q: word, tier: 1 }), { as })).body.results).toEqual([])
  })

  test('previews a pipeline as a reader of a given tier sees it', async () => {
    const { id } = await createPipeline({ tier: 1 })
    const locked = (await get(api.libraryPreview('pipelines', id, 0), { as })).body
    expect(locked).toMatchObject({ status: 403, required_tier: 1 })
    expect(JSON.stringify(locked)).not.toContain('secret')
    expect((await get(api.libraryPreview('pipelines', id, 1), { as })).body).toMatchObject({
      status: 200,
      item: { steps: [{}, {}] },
    })
  })
})
