import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { createQueryLoader } from '../../../server/database/db.ts'
import { getUseCase } from '../../../server/library/use-cases.ts'
import { getPromptForTier } from '../../../server/library/prompts.ts'
import { get, openApp } from '../../support/app.ts'
import { createPrompt, createUseCase } from '../../support/library.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const refusalOf = (pending: Promise<unknown>) => pending.catch((error: unknown) => error)

describe('reads batched in one turn of the event loop', () => {
  test('run one SQL statement, and return to each caller its own result', async () => {
    const useCase = await createUseCase({ tier: 0 })
    const [open, locked] = [
      await createPrompt({ use_case: useCase }),
      await createPrompt({ use_case: useCase, tier: 2 }),
    ]
    const slugs = [open.slug, 'nowhere', locked.slug, open.slug]
    const answers: unknown[] = []
    const statements = await statementsDuring(async () => {
      answers.push(...(await Promise.all(slugs.map((slug) => refusalOf(getPromptForTier(slug, 'en', 0))))))
    })
    expect(statements.filter((statement) => statement.includes('effective_prompt'))).toHaveLength(1)
    expect(answers).toMatchObject([
      { value: { slug: open.slug } },
      { status: 404 },
      { status: 403, extensions: { required_tier: 2 } },
      { value: { slug: open.slug } },
    ])
  })

  test("apply each reader's tier", async () => {
    const prompt = await createPrompt({ tier: 1 })
    const [refused, opened] = await Promise.all([
      refusalOf(getPromptForTier(prompt.slug, 'en', 0)),
      getPromptForTier(prompt.slug, 'en', 1),
    ])
    expect(refused).toMatchObject({ status: 403 })
    expect(opened.value.content).toBeTruthy()
  })

  test("return each reader's language", async () => {
    const { slug } = await createUseCase({ en: { title: 'A title' }, es: { title: 'Un título' } })
    const answers = await Promise.all([getUseCase(slug, 'en'), getUseCase(slug, 'es')])
    expect(answers.map(({ value }) => value.title)).toEqual(['A title', 'Un título'])
  })

  test('leave out of each list the prompt in the parameter exclude', async () => {
    const useCase = await createUseCase({ tier: 0 })
    const prompts = [await createPrompt({ use_case: useCase }), await createPrompt({ use_case: useCase })]
    const [first = '', second = ''] = prompts.map(({ slug }) => slug)
    const lists = await Promise.all(
      [first, second].map((exclude) => get(paths.api.useCasePrompts(useCase.slug, { exclude, limit: 10 }))),
    )
    expect(lists.map(({ body }) => body.results)).toMatchObject([[{ slug: second }], [{ slug: first }]])
  })

  test('with the parameter exclude run one statement for a list', async () => {
    const useCase = await createUseCase({ tier: 0 })
    for (const tier of [0, 1, 2]) await createPrompt({ use_case: useCase, tier })
    const listed = await get(paths.api.useCasePrompts(useCase.slug, { limit: 2 }))
    const beside: (typeof listed)[] = []
    const statements = await statementsDuring(async () => {
      beside.push(await get(paths.api.useCasePrompts(useCase.slug, { exclude: 'nowhere', limit: 2 })))
    })
    expect(statements).toHaveLength(1)
    expect(beside[0]?.body.results).toEqual(listed.body.results)
    expect(listed.body.results).toHaveLength(2)
    expect(beside[0]?.body.next).toContain('cursor=')
  })

  test('with the parameter exclude return the 403 or 404 of the use case', async () => {
    const { slug } = await createUseCase({ tier: 1 })
    const refused = await get(paths.api.useCasePrompts(slug, { exclude: 'nowhere', limit: 10 }))
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual((await get(paths.api.useCase(slug))).body)
    expect((await get(paths.api.useCasePrompts('nowhere', { exclude: 'nowhere', limit: 10 }))).status).toBe(404)
  })

  test('reject only the caller whose batch fails', async () => {
    const inverses = createQueryLoader<{ number: number }, { inverse: number }>(
      ['number'],
      'SELECT ordinality::int, 12 / number AS inverse FROM unnest($1::int[]) WITH ORDINALITY AS asked (number, ordinality)',
    )
    const [three, failure, four] = await Promise.allSettled([4, 0, 3].map((number) => inverses.load({ number })))
    expect([three, failure?.status, four]).toMatchObject([
      { value: { inverse: 3 } },
      'rejected',
      { value: { inverse: 4 } },
    ])
  })
})
