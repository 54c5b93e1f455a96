import { describe, expect, test } from 'vitest'
import { maxIds } from '#shared/admin/fields.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { maxBulk } from '#shared/admin/library-bulk.ts'
import { backfillMissingParts } from '../../../server/library/library.jobs.ts'
import { get, openApp, post, put, sql } from '../../support/app.ts'
import { createCategory, createModel, createPrompt, createTag, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { rowLock, statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const { api } = adminPaths
const as = await createPerson({ role: 'admin' })
const [category, model, tag, other] = [
  await createCategory(),
  await createModel(),
  await createTag(),
  await createTag(),
]
const useCase = await createUseCase({ category })
const prompts: Record<string, { id: number; slug: string }> = {
  paid: await createPrompt({ use_case: useCase, tier: 2, models: [model], es: { title: 'Título' } }),
  tagged: await createPrompt({ use_case: useCase, tags: [tag], models: [model], es: {} }),
  bare: await createPrompt({ use_case: useCase, en: { short_description: '', how_to_use: '', known_issues: '' } }),
  elsewhere: await createPrompt({ tags: [tag, other], models: [model], es: { known_issues: '' } }),
}
const idsOf = (...names: string[]) => names.map((name) => prompts[name]?.id ?? 0).toSorted((a, b) => b - a)
const found = async (filter: Record<string, string | number>) => {
  const { status, body } = await get(api.library('prompts', { ...filter, limit: 50 }), { as })
  expect(status).toBe(200)
  return (body.results as { id: number }[]).map(({ id }) => id)
}
const bulk = (body: object, dry_run?: '1') => post(api.promptBulk(dry_run ? { dry_run } : {}), body, { as })

describe('GET /api/admin/library/prompts/', () => {
  test.each([
    [{ category: category.id }, ['bare', 'tagged', 'paid']],
    [{ use_case: useCase.id, model: model.id }, ['tagged', 'paid']],
    [{ tag: tag.id }, ['elsewhere', 'tagged']],
    [{ use_case: useCase.id, tier: 2 }, ['paid']],
    [{ use_case: useCase.id, missing: 'es' }, ['bare']],
    [{ use_case: useCase.id, missing: 'short_description' }, ['bare']],
    [{ missing: 'known_issues' }, ['elsewhere', 'bare']],
    [{ use_case: useCase.id, missing: 'models' }, ['bare']],
    [{ use_case: useCase.id, missing: 'tags' }, ['bare', 'paid']],
    [{ use_case: useCase.id, q: 'TITULO' }, ['paid']],
  ])('filters by %o', async (filter, names) => {
    expect(await found(filter)).toEqual(idsOf(...names))
  })

  test('filters by missing parts, right after a text changes too', async () => {
    const { id } = prompts.tagged ?? { id: 0 }
    await sql.query(`UPDATE prompt_text SET how_to_use = '' WHERE prompt_id = $1 AND locale = 'es'`, [id])
    expect(await found({ use_case: useCase.id, missing: 'how_to_use' })).toEqual(idsOf('bare', 'tagged'))
    await sql.query(`DELETE FROM prompt_text WHERE prompt_id = $1 AND locale = 'es'`, [id])
    expect(await found({ use_case: useCase.id, missing: 'how_to_use' })).toEqual(idsOf('bare'))
    expect(await found({ use_case: useCase.id, missing: 'es' })).toEqual(idsOf('bare', 'tagged'))
  })
})

test('backfillMissingParts computes the missing parts of prompts of an older release', async () => {
  const { id } = prompts.bare ?? { id: 0 }
  await sql.query('UPDATE prompt SET gaps = NULL WHERE id = $1', [id])
  const shown = await get(api.library('prompts', { use_case: useCase.id }), { as })
  expect(shown.body.results[0]).toMatchObject({ id, gaps: ['es', 'short_description', 'how_to_use', 'known_issues'] })
  await backfillMissingParts(1_000)
  expect(await found({ use_case: useCase.id, missing: 'short_description' })).toEqual([id])
})

test('a change of a prompt changes the inputs on its card at once', async () => {
  const one = api.libraryItem('prompts', prompts.bare?.id ?? 0)
  const { body, headers } = await get(one, { as })
  const { id, slug: _slug, ...state } = body
  const en = { ...state.texts.en, content: 'Write to ${reader}', labels: { reader: 'Who reads it' } }
  const changed = await put(
    one,
    { ...state, texts: { ...state.texts, en } },
    { as, headers: { 'if-match': String(headers.etag) } },
  )
  expect(changed.status).toBe(200)
  const { rows } = await sql.query('SELECT inputs, word_count, is_current FROM prompt_outline WHERE prompt_id = $1', [
    id,
  ])
  expect(rows).toEqual([{ inputs: ['Who reads it'], word_count: 3, is_current: true }])
})

const tiersOf = async (ids: number[]) =>
  (await sql.query('SELECT id, required_tier, use_case_id, tag_ids FROM prompt WHERE id = ANY ($1) ORDER BY id', [ids]))
    .rows

describe('POST /api/admin/library/prompts/bulk/', () => {
  test('changes the selected prompts, with an audit entry per prompt and one for the request', async () => {
    const [target, added] = [await createUseCase(), await createTag()]
    const ids = idsOf('paid', 'tagged').toSorted((a, b) => a - b)
    const before = await tiersOf(ids)
    const change = { required_tier: 3, add_tag_ids: [added.id], remove_tag_ids: [tag.id], use_case_id: target.id }
    expect((await bulk({ selection: { ids }, change }, '1')).body).toEqual({ selected: 2, changed: 2, dry_run: true })
    expect(await tiersOf(ids)).toEqual(before)
    expect((await bulk({ selection: { ids }, change })).body).toEqual({ selected: 2, changed: 2, dry_run: false })
    const made = { required_tier: 3, use_case_id: target.id, tag_ids: [added.id] }
    expect(await tiersOf(ids)).toEqual(ids.map((id) => ({ id, ...made })))
    expect((await bulk({ selection: { ids }, change })).body).toMatchObject({ selected: 2, changed: 0 })
    const { rows } = await sql.query(
      `SELECT target, before, after FROM audit_entry WHERE kind = 'prompt' AND target = ANY ($1) ORDER BY id`,
      [ids.map(String)],
    )
    expect(rows).toEqual(
      before.map(({ id, ...state }) => ({
        target: String(id),
        before: Object.fromEntries(
          Object.entries(state).filter(([name]) => String(state[name]) !== String(made[name as 'tag_ids'])),
        ),
        after: made,
      })),
    )
    const log = await get(api.audit({ kind: 'library' }), { as })
    expect(log.body.results).toHaveLength(1)
    expect(log.body.results[0]).toMatchObject({ action: 'bulk_changed', target: 'prompts', has_states: true })
  })

  test('takes no row locks in a dry run', async () => {
    const prompt = await createPrompt()
    const change = { add_tag_ids: [(await createTag()).id], use_case_id: (await createUseCase()).id }
    const selection = { ids: [prompt.id] }
    const statements = await statementsDuring(() => bulk({ selection, change }, '1'))
    expect(statements.filter((statement) => rowLock.test(statement))).toEqual([])
    expect((await statementsDuring(() => bulk({ selection, change }))).some((one) => rowLock.test(one))).toBe(true)
  })

  test('with a filter returns 409 if the number of prompts differs from the confirmed number', async () => {
    const of = await createUseCase()
    for (let n = 0; n < 3; n++) await createPrompt({ use_case: of })
    const filter = { use_case: of.id }
    const change = { is_archived: true }
    const trial = await bulk({ selection: { filter, expected_count: null }, change }, '1')
    expect(trial.body).toEqual({ selected: 3, changed: 3, dry_run: true })
    expect(await bulk({ selection: { filter, expected_count: 2 }, change })).toMatchObject({
      status: 409,
      body: { code: 'count_changed', count: 3 },
    })
    expect((await bulk({ selection: { filter, expected_count: null }, change })).status).toBe(409)
    expect(await found({ use_case: of.id, archived: '1' })).toEqual([])
    expect((await bulk({ selection: { filter, expected_count: 3 }, change })).body).toMatchObject({ changed: 3 })
    expect(await found({ use_case: of.id, archived: '1' })).toHaveLength(3)
  })

  test('returns 400 if a prompt would have more tags than allowed', async () => {
    const { id } = await createPrompt({ tags: [tag] })
    const selection = { ids: [id] }
    const tags = await Promise.all(Array.from({ length: maxIds }, () => createTag()))
    const add_tag_ids = tags.map((one) => one.id)
    for (const dry_run of ['1', undefined] as const)
      expect(await bulk({ selection, change: { add_tag_ids } }, dry_run)).toMatchObject({
        status: 400,
        body: { 'change.add_tag_ids': [`A prompt has at most ${maxIds} tags, and some of these would have more.`] },
      })
    const swapped = { add_tag_ids, remove_tag_ids: [tag.id] }
    expect((await bulk({ selection, change: swapped })).body).toMatchObject({ changed: 1 })
  })

  test('changes at most 5,000 prompts, and returns 400 for more', async () => {
    const use_case = await createUseCase()
    const { rows } = await sql.query(
      `INSERT INTO prompt (slug, use_case_id, required_tier, length_tag)
       SELECT 'listed-' || number, $1, 0, 'short' FROM generate_series(1, $2) AS number RETURNING id`,
      [use_case.id, maxBulk],
    )
    const ids = rows.map((row) => row.id)
    const change = { required_tier: 1 }
    expect((await bulk({ selection: { ids }, change }, '1')).body).toMatchObject({ selected: maxBulk })
    expect(await bulk({ selection: { ids: [...ids, 2_000_000_000] }, change })).toMatchObject({
      status: 400,
      body: { selection: ['At most 5,000 prompts can be changed at once. Narrow the selection.'] },
    })
  })

  test('returns 400 naming the field for invalid input, and changes nothing', async () => {
    const ids = idsOf('bare')
    const change = { required_tier: 1 }
    const wrong: [object, string][] = [
      [{ selection: { ids: [...ids, 2_000_000_000] }, change }, 'selection'],
      [{ selection: { ids: [] }, change }, 'selection.ids'],
      [{ selection: { ids }, change: {} }, 'change'],
      [{ selection: { ids }, change: { ...change, use_case_id: 2_000_000_000 } }, 'change.use_case_id'],
      [{ selection: { ids }, change: { ...change, add_tag_ids: [2_000_000_000] } }, 'change.add_tag_ids'],
      [{ selection: { ids }, change: { required_tier: 10 } }, 'change.required_tier'],
    ]
    for (const [body, field] of wrong)
      expect([field, await bulk(body)]).toMatchObject([field, { status: 400, body: { [field]: expect.any(Array) } }])
    expect((await bulk({ selection: { ids }, change: { ...change, slug: 'x' } })).status).toBe(400)
    expect((await tiersOf(ids))[0]).toMatchObject({ required_tier: 0 })
  })
})
