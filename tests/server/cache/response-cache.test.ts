import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { openApp, sql } from '../../support/app.ts'
import { newSlug } from '../../support/library.ts'
import { setTier } from '../../support/people.ts'
import { createWorld, expectFreshAfter, farOnly, listsOf } from '../../support/browser/world.ts'
import type { World } from '../../support/browser/world.ts'

await openApp()

type Statement = (world: World) => readonly [text: string, ...values: unknown[]]
type Case = [what: string, statement: Statement, untouched: (world: World) => string[]]

/** Writes by SQL; expects the changed responses to be fresh, and no other to be invalidated. */
function seen(cases: Case[]) {
  test.each(cases)('%s', async (_what, statement, untouched) => {
    const world = await createWorld()
    const [text, ...values] = statement(world)
    const changed = await expectFreshAfter(world, () => sql.query(text, values), untouched(world))
    expect(changed).not.toEqual([])
  })
}

const allPrompts = ({ prompt, plain, third }: World) => [prompt, plain, third].map(({ slug }) => paths.api.prompt(slug))
const useCasesIn = ({ near, sibling }: World) => [near, sibling].map(({ slug }) => paths.api.useCase(slug))
const categoryLists = [
  paths.api.categories(),
  paths.api.categories({ free: '1' }),
  paths.api.categories({ use_cases: '0' }),
]

describe('cached responses are up to date right after a category is', () => {
  seen([
    [
      'added',
      ({ group }) => [
        `WITH c AS (INSERT INTO category (slug, functional_group_id) VALUES ($1, $2) RETURNING id) INSERT INTO category_text SELECT id, 'en', 'New', '' FROM c`,
        newSlug('c'),
        group.id,
      ],
      (world) => [
        ...farOnly(world),
        paths.api.category(world.nearCategory.slug),
        ...useCasesIn(world),
        ...allPrompts(world),
        ...listsOf(world.near),
        paths.api.functional,
      ],
    ],
    [
      'locked',
      ({ nearCategory }) => ['UPDATE category SET required_tier = 2 WHERE id = $1', nearCategory.id],
      (world) => [...farOnly(world), paths.api.functional],
    ],
    [
      'given another slug',
      ({ nearCategory }) => [`UPDATE category SET slug = slug || '-new' WHERE id = $1`, nearCategory.id],
      farOnly,
    ],
    [
      'moved to another group',
      ({ nearCategory, otherGroup }) => [
        'UPDATE category SET functional_group_id = $2 WHERE id = $1',
        nearCategory.id,
        otherGroup.id,
      ],
      farOnly,
    ],
    [
      'translated',
      ({ farCategory }) => [`INSERT INTO category_text VALUES ($1, 'es', 'Lejos', '')`, farCategory.id],
      (world) => [
        paths.api.category(world.nearCategory.slug),
        ...useCasesIn(world),
        ...allPrompts(world),
        ...listsOf(world.near),
      ],
    ],
    [
      'reworded',
      ({ nearCategory }) => [
        `UPDATE category_text SET name = 'Reworded', warning_text = 'Beware' WHERE category_id = $1`,
        nearCategory.id,
      ],
      farOnly,
    ],
    [
      'untranslated',
      ({ nearCategory }) => [`DELETE FROM category_text WHERE category_id = $1 AND locale = 'es'`, nearCategory.id],
      farOnly,
    ],
    [
      'written by an upsert',
      ({ nearCategory }) => [
        `INSERT INTO category_text VALUES ($1, 'es', 'Otra', '') ON CONFLICT (category_id, locale) DO UPDATE SET name = excluded.name`,
        nearCategory.id,
      ],
      farOnly,
    ],
  ])

  test('removed', async () => {
    const world = await createWorld()
    await sql.query('DELETE FROM prompt WHERE use_case_id = $1', [world.far.id])
    await sql.query('DELETE FROM use_case WHERE id = $1', [world.far.id])
    const changed = await expectFreshAfter(
      world,
      () => sql.query('DELETE FROM category WHERE id = $1', [world.farCategory.id]),
      [...useCasesIn(world), ...allPrompts(world)],
    )
    expect(changed).toContain(`en ${paths.api.categories()}`)
    expect(changed).toContain(`es ${paths.api.category(world.farCategory.slug)}`)
  })
})

describe('cached responses are up to date right after a use case is', () => {
  seen([
    [
      'added',
      ({ nearCategory }) => [
        `WITH u AS (INSERT INTO use_case (slug, category_id) VALUES ($1, $2) RETURNING id) INSERT INTO use_case_text SELECT id, 'en', 'A title' FROM u`,
        newSlug('u'),
        nearCategory.id,
      ],
      (world) => [
        ...farOnly(world),
        ...useCasesIn(world),
        ...allPrompts(world),
        ...listsOf(world.near),
        paths.api.functional,
      ],
    ],
    [
      'locked',
      ({ near }) => ['UPDATE use_case SET required_tier = 1 WHERE id = $1', near.id],
      (world) => [...farOnly(world), paths.api.useCase(world.sibling.slug), paths.api.functional],
    ],
    ['given another slug', ({ near }) => [`UPDATE use_case SET slug = slug || '-new' WHERE id = $1`, near.id], farOnly],
    [
      'moved to another category',
      ({ near, farCategory }) => ['UPDATE use_case SET category_id = $2 WHERE id = $1', near.id, farCategory.id],
      ({ far, farPrompt, sibling }) => [
        paths.api.useCase(far.slug),
        ...listsOf(far),
        paths.api.prompt(farPrompt.slug),
        paths.api.useCase(sibling.slug),
      ],
    ],
    [
      'translated',
      ({ sibling }) => [`INSERT INTO use_case_text VALUES ($1, 'es', 'Hermano')`, sibling.id],
      (world) => [...farOnly(world), ...allPrompts(world), ...listsOf(world.near)],
    ],
    [
      'reworded',
      ({ near }) => [`UPDATE use_case_text SET title = 'Reworded' WHERE use_case_id = $1`, near.id],
      farOnly,
    ],
    [
      'untranslated',
      ({ near }) => [`DELETE FROM use_case_text WHERE use_case_id = $1 AND locale = 'es'`, near.id],
      farOnly,
    ],
    [
      'removed',
      ({ sibling }) => ['DELETE FROM use_case WHERE id = $1', sibling.id],
      (world) => [...farOnly(world), ...allPrompts(world), ...listsOf(world.near)],
    ],
  ])
})

const uncounted = (world: World) => [...farOnly(world), ...useCasesIn(world), paths.api.functional]
const promptsElsewhere = (world: World) => [
  ...farOnly(world),
  ...useCasesIn(world),
  ...categoryLists,
  paths.api.category(world.nearCategory.slug),
  paths.api.functional,
]
const besidesItself = (world: World) => [
  ...promptsElsewhere(world),
  paths.api.prompt(world.plain.slug),
  paths.api.prompt(world.third.slug),
]

describe('cached responses are up to date right after a prompt is', () => {
  seen([
    [
      'added',
      ({ near }) => [
        `WITH p AS (INSERT INTO prompt (slug, use_case_id) VALUES ($1, $2) RETURNING id) INSERT INTO prompt_text SELECT id, 'en', 'New', '', 'text', '', '' FROM p`,
        newSlug('p'),
        near.id,
      ],
      (world) => [...uncounted(world), ...allPrompts(world)],
    ],
    ['locked', ({ prompt }) => ['UPDATE prompt SET required_tier = 3 WHERE id = $1', prompt.id], uncounted],
    ['unlocked', ({ plain }) => ['UPDATE prompt SET required_tier = 0 WHERE id = $1', plain.id], uncounted],
    [
      'given another slug',
      ({ prompt }) => [`UPDATE prompt SET slug = slug || '-new' WHERE id = $1`, prompt.id],
      besidesItself,
    ],
    [
      'made longer',
      ({ third }) => [`UPDATE prompt SET length_tag = 'medium' WHERE id = $1`, third.id],
      promptsElsewhere,
    ],
    [
      'tested on a model',
      ({ third, model }) => ['UPDATE prompt SET model_ids = ARRAY[$2::int] WHERE id = $1', third.id, model.id],
      promptsElsewhere,
    ],
    [
      'tagged',
      ({ third, tag }) => ['UPDATE prompt SET tag_ids = ARRAY[$2::int] WHERE id = $1', third.id, tag.id],
      promptsElsewhere,
    ],
    [
      'given an earlier date',
      ({ third }) => [`UPDATE prompt SET created_at = '2020-01-01' WHERE id = $1`, third.id],
      promptsElsewhere,
    ],
    [
      'moved to another use case',
      ({ prompt, far }) => ['UPDATE prompt SET use_case_id = $2 WHERE id = $1', prompt.id, far.id],
      (world) => [...useCasesIn(world), paths.api.prompt(world.farPrompt.slug), paths.api.prompt(world.third.slug)],
    ],
    ['removed', ({ prompt }) => ['DELETE FROM prompt WHERE id = $1', prompt.id], uncounted],
    [
      'moved by a MERGE statement',
      ({ third, far }) => [
        'MERGE INTO prompt USING (SELECT $1::int AS id) AS one ON prompt.id = one.id WHEN MATCHED THEN UPDATE SET use_case_id = $2',
        third.id,
        far.id,
      ],
      useCasesIn,
    ],
    [
      'translated',
      ({ third }) => [`INSERT INTO prompt_text VALUES ($1, 'es', 'Tercero', '', 'texto', '', '')`, third.id],
      promptsElsewhere,
    ],
    [
      'reworded',
      ({ prompt }) => [`UPDATE prompt_text SET title = 'Reworded', content = 'Other' WHERE prompt_id = $1`, prompt.id],
      besidesItself,
    ],
    [
      'labelled',
      ({ prompt }) => [
        `UPDATE prompt_text SET labels = '{"topic": "Topic"}' WHERE prompt_id = $1 AND locale = 'es'`,
        prompt.id,
      ],
      besidesItself,
    ],
    [
      'given advice',
      ({ prompt }) => [
        `UPDATE prompt_text SET how_to_use = 'So', known_issues = 'None' WHERE prompt_id = $1 AND locale = 'es'`,
        prompt.id,
      ],
      besidesItself,
    ],
    [
      'untranslated',
      ({ prompt }) => [`DELETE FROM prompt_text WHERE prompt_id = $1 AND locale = 'es'`, prompt.id],
      besidesItself,
    ],
    [
      'rated',
      ({ plain, person }) => ['INSERT INTO rating (prompt_id, user_id, value) VALUES ($1, $2, 5)', plain.id, person.id],
      promptsElsewhere,
    ],
    [
      'rated differently',
      ({ prompt }) => ['UPDATE rating SET value = 1 WHERE prompt_id = $1', prompt.id],
      besidesItself,
    ],
    ['no longer rated', ({ prompt }) => ['DELETE FROM rating WHERE prompt_id = $1', prompt.id], besidesItself],
    [
      'rated by a person whose account is deleted',
      ({ person }) => ['DELETE FROM "user" WHERE id = $1', person.id],
      ({ third, near }) => [paths.api.prompt(third.slug), paths.api.useCase(near.slug), ...categoryLists],
    ],
  ])

  test('given its text some time after it was added', async () => {
    const world = await createWorld()
    const slug = newSlug('late')
    const { rows } = await sql.query('INSERT INTO prompt (slug, use_case_id) VALUES ($1, $2) RETURNING id', [
      slug,
      world.near.id,
    ])
    const write = () => sql.query(`INSERT INTO prompt_text VALUES ($1, 'en', 'Late', '', 'text', '', '')`, [rows[0].id])
    expect(await expectFreshAfter(world, write, promptsElsewhere(world), [paths.api.prompt(slug)])).not.toEqual([])
  })

  test('copied, saved or clicked, which invalidates nothing', async () => {
    const world = await createWorld()
    const everywhere = [...besidesItself(world), ...listsOf(world.near), paths.api.prompt(world.prompt.slug)]
    const write = async () => {
      await sql.query('INSERT INTO category_clicks VALUES ($1, now(), 1)', [world.nearCategory.id])
      await sql.query('INSERT INTO prompt_copies VALUES ($1, now(), 1)', [world.prompt.id])
      await sql.query('INSERT INTO saved_prompt (user_id, prompt_id) VALUES ($1, $2)', [
        world.person.id,
        world.prompt.id,
      ])
      await setTier(world.person, 5)
    }
    expect(await expectFreshAfter(world, write, everywhere)).toEqual([])
  })

  test('changed in a transaction that is rolled back, which invalidates nothing', async () => {
    const world = await createWorld()
    const write = async () => {
      await sql.query('BEGIN')
      await sql.query('UPDATE prompt SET required_tier = 9 WHERE use_case_id = $1', [world.near.id])
      await sql.query('ROLLBACK')
    }
    expect(
      await expectFreshAfter(world, write, [...besidesItself(world), ...listsOf(world.near), ...allPrompts(world)]),
    ).toEqual([])
  })
})
