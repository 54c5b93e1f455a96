import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { get, openApp, post, put, sql } from '../../support/app.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Listed = { slug: string; required_tier: number }
type Tiers = { category: number; useCase: number; prompt: number }

/** Creates a prompt that is in every list of a person with the highest tier. */
async function listEverywhere(tiers: Tiers) {
  const category = await createCategory({ tier: tiers.category })
  const useCase = await createUseCase({ category, tier: tiers.useCase })
  const prompt = await createPrompt({ use_case: useCase, tier: tiers.prompt })
  const beside = await createPrompt({ use_case: useCase })
  const as = await createPerson({ tier: 9 })
  const { id } = (await post(paths.api.collections(), { name: 'Mine' }, { as })).body
  const { share_key } = (await post(paths.api.collectionShare(id), undefined, { as })).body
  await put(paths.api.collectionPrompt(id, prompt.slug), undefined, { as })
  await post(paths.api.promptSave(prompt.slug), undefined, { as })
  await post(paths.api.promptRating(prompt.slug), { value: 5 }, { as })
  return { category, useCase, prompt, beside, as, id, share_key }
}

describe.each([
  ['the prompt', { category: 1, useCase: 2, prompt: 3 }],
  ['the use case', { category: 1, useCase: 3, prompt: 2 }],
  ['the category', { category: 3, useCase: 2, prompt: 1 }],
])('the highest required tier, if set on %s', (_what, tiers: Tiers) => {
  let made: Awaited<ReturnType<typeof listEverywhere>>
  beforeAll(async () => {
    made = await listEverywhere(tiers)
  })
  const listOf = async (path: string): Promise<Listed[]> => (await get(path, { as: made.as })).body.results

  test.each([
    ['a use case, the latest first', () => paths.api.useCasePrompts(made.useCase.slug)],
    ['a use case, the best first', () => paths.api.useCasePrompts(made.useCase.slug, { order: 'rating_desc' })],
    ['a use case, the best last', () => paths.api.useCasePrompts(made.useCase.slug, { order: 'rating_asc' })],
    ['related prompts of a prompt', () => paths.api.useCasePrompts(made.useCase.slug, { exclude: made.beside.slug })],
    ['a search', () => paths.api.promptSearch({ q: made.prompt.slug })],
    ['saved prompts', () => paths.api.savedPrompts()],
    ['a collection', () => paths.api.collectionPrompts(made.id)],
    ['a shared collection', () => paths.api.sharedCollection(made.share_key)],
  ])('is shown in the list of %s', async (_list, pathOf) => {
    const listed = (await listOf(pathOf())).find(({ slug }) => slug === made.prompt.slug)
    expect(listed?.required_tier).toBe(3)
  })

  test('is returned with the prompt, and stored in prompt_search', async () => {
    expect((await get(paths.api.prompt(made.prompt.slug), { as: made.as })).body.required_tier).toBe(3)
    const { rows } = await sql.query('SELECT required_tier FROM prompt_search WHERE prompt_id = $1', [made.prompt.id])
    expect(rows).toEqual([{ required_tier: 3 }])
  })

  test('is shown for the use case in every list, without the tier of the prompt', async () => {
    const { category, useCase, as } = made
    const options = { as }
    const found = (await get(paths.api.useCases({ q: useCase.slug }), options)).body as Listed[]
    const within = (await get(paths.api.category(category.slug), options)).body.use_cases as Listed[]
    const all = (await get(paths.api.categories(), options)).body as { slug: string; use_cases: Listed[] }[]
    const listed = all.find(({ slug }) => slug === category.slug)?.use_cases ?? []
    const itself = (await get(paths.api.useCase(useCase.slug), options)).body as Listed
    const tier = Math.max(tiers.category, tiers.useCase)
    const shown = [found, within, listed, [itself]].map((list) => list.find(({ slug }) => slug === useCase.slug))
    expect(shown.map((one) => one?.required_tier)).toEqual([tier, tier, tier, tier])
  })
})
