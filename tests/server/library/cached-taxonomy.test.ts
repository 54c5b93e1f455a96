import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { app, openApp, sql } from '../../support/app.ts'
import { createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { announced, ask, createWorld, expectFreshAfter, keyOf } from '../../support/browser/world.ts'
import type { World } from '../../support/browser/world.ts'

await openApp()

type Case = [what: string, statement: (world: World) => readonly [text: string, ...values: unknown[]]]

function seen(cases: Case[]) {
  test.each(cases)('%s', async (_what, statement) => {
    const world = await createWorld()
    const [text, ...values] = statement(world)
    const changed = await expectFreshAfter(world, () => sql.query(text, values), [paths.api.useCases({ q: 'o' })])
    expect(changed).not.toEqual([])
  })
}

describe('cached responses are up to date right after a write', () => {
  seen([
    [
      'a group added',
      () => [
        `WITH g AS (INSERT INTO functional_group (slug, model_ids) VALUES ($1, '{}') RETURNING id) INSERT INTO functional_group_text SELECT id, 'en', 'New' FROM g`,
        newSlug('g'),
      ],
    ],
    [
      'a group given another slug',
      ({ group }) => [`UPDATE functional_group SET slug = slug || '-new' WHERE id = $1`, group.id],
    ],
    [
      'a group given other models',
      ({ group, otherModel }) => [
        'UPDATE functional_group SET model_ids = ARRAY[$2::int] WHERE id = $1',
        group.id,
        otherModel.id,
      ],
    ],
    [
      'a group translated',
      ({ otherGroup }) => [`INSERT INTO functional_group_text VALUES ($1, 'es', 'Otro')`, otherGroup.id],
    ],
    [
      'a group reworded',
      ({ group }) => [`UPDATE functional_group_text SET name = 'Reworded' WHERE functional_group_id = $1`, group.id],
    ],
    [
      'a group untranslated',
      ({ group }) => [`DELETE FROM functional_group_text WHERE functional_group_id = $1 AND locale = 'es'`, group.id],
    ],
    ['a model renamed', ({ model }) => [`UPDATE model SET name = 'Renamed' WHERE id = $1`, model.id]],
    ['a model removed', ({ model }) => ['DELETE FROM model WHERE id = $1', model.id]],
    [
      'a tag translated',
      ({ tag }) => [`UPDATE tag_text SET name = 'Otra' WHERE tag_id = $1 AND locale = 'es'`, tag.id],
    ],
    ['a tag untranslated', ({ tag }) => [`DELETE FROM tag_text WHERE tag_id = $1 AND locale = 'es'`, tag.id]],
    ['a tag given another slug', ({ tag }) => [`UPDATE tag SET slug = slug || '-new' WHERE id = $1`, tag.id]],
    ['a tag removed', ({ tag }) => ['DELETE FROM tag WHERE id = $1', tag.id]],
  ])

  test('a model added that a group refers to', async () => {
    const world = await createWorld()
    await sql.query('UPDATE functional_group SET model_ids = ARRAY[1000000] WHERE id = $1', [world.group.id])
    const slug = newSlug('model')
    const write = () => sql.query(`INSERT INTO model (id, slug, name) VALUES (1000000, $1, 'Awaited')`, [slug])
    expect(await expectFreshAfter(world, write, [])).toContain(`en ${paths.api.functional}`)
  })

  test('a group removed', async () => {
    const world = await createWorld()
    const { rows } = await sql.query(`INSERT INTO functional_group (slug, model_ids) VALUES ($1, '{}') RETURNING id`, [
      newSlug('g'),
    ])
    await sql.query(`INSERT INTO functional_group_text VALUES ($1, 'en', 'Short-lived')`, [rows[0].id])
    const write = () => sql.query('DELETE FROM functional_group WHERE id = $1', [rows[0].id])
    expect(await expectFreshAfter(world, write, [])).toContain(`es ${paths.api.functional}`)
  })
})

describe('one SQL statement', () => {
  test('that changes many rows invalidates the cached responses of all these rows', async () => {
    const [world, useCase] = [await createWorld(), await createUseCase()]
    const prompts = []
    for (let number = 0; number < 20; number++) prompts.push(await createPrompt({ use_case: useCase }))
    // Distant ids, so that the tags do not fit into one notification.
    await sql.query(
      `INSERT INTO prompt (slug, use_case_id) SELECT 'filler-' || n, $1 FROM generate_series(1, 1500) AS n`,
      [useCase.id],
    )
    const last = await createPrompt({ use_case: useCase })
    const addresses = [...prompts, last].map(({ slug }) => paths.api.prompt(slug))
    const changed = await expectFreshAfter(
      world,
      () => sql.query('UPDATE prompt SET required_tier = 4 WHERE use_case_id = $1', [useCase.id]),
      [paths.api.prompt(world.third.slug)],
      addresses,
    )
    for (const path of addresses) expect(changed).toContain(`en ${path}`)
  })

  test('that changes no row invalidates nothing', async () => {
    const world = await createWorld()
    const cachedRequest = { path: paths.api.categories(), locale: 'en' as const }
    await announced(app)
    await ask(cachedRequest, app)
    const cached = app.responseCache.get(keyOf(cachedRequest))
    expect(cached).toBeDefined()
    await sql.query(`UPDATE category SET required_tier = 1 WHERE id = -1`)
    await sql.query(`DELETE FROM prompt WHERE id = -1`)
    await sql.query(`UPDATE use_case_text SET title = '' WHERE use_case_id = -1`)
    await announced(app)
    expect(app.responseCache.get(keyOf(cachedRequest))).toBe(cached)
    expect(world.near.id).toBeGreaterThan(0)
  })
})
