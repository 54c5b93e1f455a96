import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { PageAnswers } from '#shared/site/page-answers.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { limits } from '../../../server/limits/limits.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, post, renderer, startApp } from '../../support/app.ts'
import { announced } from '../../support/browser/world.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const category = await createCategory()
const useCase = await createUseCase({ category })
const prompt = await createPrompt({ use_case: useCase })
const locked = await createPrompt({ use_case: useCase, tier: 1, en: { content: 'A text for members' } })
const member = await createPerson({ tier: 1 })
const { pageAnswers } = sitePaths.api

describe.runIf(renderer)('GET /api/site/page-answers/', () => {
  test.each([
    paths.library,
    paths.category(category.slug),
    paths.libraryUseCase(useCase.slug, { free: '1' }),
    paths.prompt(prompt.slug),
    paths.prompt(locked.slug),
    paths.blog,
    paths.forum,
  ])('returns what the API returns for each path that the page reads: %s', async (path) => {
    for (const as of [undefined, member]) {
      const { status, body } = await get(pageAnswers(path), { as, locale: 'es' })
      expect(status).toBe(200)
      const { answers } = body as PageAnswers
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers) {
        const expected = await get(answer.path, { as, locale: 'es' })
        expect(answer).toEqual({ path: answer.path, status: expected.status, body: expected.body })
      }
    }
  })

  test('returns the text of a locked prompt to members of its tier alone', async () => {
    const address = pageAnswers(paths.prompt(locked.slug))
    expect((await get(address, { as: member })).text).toContain('A text for members')
    const { text } = await get(address)
    expect(text).toContain('tier_required')
    expect(text).not.toContain('A text for members')
    expect((await get(address, { as: await createPerson() })).text).not.toContain('A text for members')
  })

  test("returns a member's own marks, and stores them for nobody else", async () => {
    const address = pageAnswers(paths.prompt(prompt.slug))
    await post(paths.api.promptSave(prompt.slug), undefined, { as: member })
    expect((await get(address, { as: member })).text).toContain('"is_saved":true')
    expect((await get(address)).text).toContain('"is_saved":false')
  })

  test('is cached until the data changes', async () => {
    await announced(app)
    const address = pageAnswers(paths.prompt(prompt.slug))
    const first = await get(address)
    expect((await get(address, { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304)
    expect(app.responseCache.get(`en ${address}`)).toBeDefined()
    await db.promptText.updateMany({ where: { prompt_id: prompt.id }, data: { title: 'A new title' } })
    await announced(app)
    expect((await get(address)).text).toContain('A new title')
  })

  test('is empty for a search, whose limit would not apply, and for a page that does not exist', async () => {
    for (const path of [`${paths.library}?q=title`, `${paths.blog}?tag=x&q=y`, '/no/such/page', '/api/users/me/'])
      expect((await get(pageAnswers(path))).body).toEqual({ answers: [] })
  })

  test.each(['', 'library', '//other.site/library', String.raw`/\other.site`, `/${'x'.repeat(2_000)}`])(
    'names the field if the path is none: %s',
    async (path) => {
      const { status, body } = await get(`${pageAnswers()}?${new URLSearchParams({ path })}`)
      expect(status).toBe(400)
      expect(body).toEqual({ path: [expect.any(String)] })
    },
  )

  test('has a limit of its own, from which cached answers are free', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const address = pageAnswers(paths.libraryUseCase(useCase.slug))
    expect((await get(address, { of })).status).toBe(200)
    for (let n = 1; n < limits.page_answers.points; n++) await get(pageAnswers(`/none-${n}`), { of })
    expect((await get(pageAnswers('/none'), { of })).status).toBe(429)
    expect((await get(address, { of })).status).toBe(200)
    expect((await get(paths.api.category(category.slug), { of })).status).toBe(200)
  })
})
