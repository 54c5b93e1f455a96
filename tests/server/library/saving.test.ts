import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ListedPrompt } from '#shared/library/marks.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, post, remove, sql } from '../../support/app.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson, setTier } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const save = (prompt: { slug: string }, as?: { token: string }) =>
  post(paths.api.promptSave(prompt.slug), undefined, { as })
const unsave = (prompt: { slug: string }, as?: { token: string }) =>
  remove(paths.api.promptUnsave(prompt.slug), undefined, { as })
const savedBy = (person: Person) => db.savedPrompt.count({ where: { user_id: person.id } })

describe('POST /api/library/prompts/:slug/save/', () => {
  test('saves a prompt once for repeated and simultaneous requests', async () => {
    const [person, prompt] = [await createPerson(), await createPrompt()]
    for (const answer of await Promise.all(Array.from({ length: 12 }, () => save(prompt, person))))
      expect(answer).toMatchObject({ status: 200, body: { is_saved: true }, headers: { 'cache-control': 'no-store' } })
    expect(await savedBy(person)).toBe(1)
    expect((await get(paths.api.prompt(prompt.slug), { as: person })).body.is_saved).toBe(true)
    expect((await get(paths.api.prompt(prompt.slug))).body.is_saved).toBe(false)
  })

  test('accepts Content-Type application/json without a body, with and without Content-Length', async () => {
    const [person, prompt] = [await createPerson(), await createPrompt()]
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    for (const [line, length] of [
      [`POST ${paths.api.promptSave(prompt.slug)}`, 'content-length: 0\r\n'],
      [`POST ${paths.api.promptSave(prompt.slug)}`, ''],
      [`DELETE ${paths.api.promptUnsave(prompt.slug)}`, ''],
    ] as const) {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\ncontent-type: application/json\r\n${length}\r\n`,
      )
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
      socket.destroy()
    }
  })

  test("returns the 403 of the prompt's page for a locked prompt, and saves nothing", async () => {
    const person = await createPerson()
    const prompt = await createPrompt({ use_case: await createUseCase({ tier: 1 }) })
    const refused = await save(prompt, person)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual((await get(paths.api.prompt(prompt.slug), { as: person })).body)
    expect(await savedBy(person)).toBe(0)
  })

  test('returns 401 to a visitor, 404 for an unknown slug and 400 for an invalid slug', async () => {
    const prompt = await createPrompt()
    expect(await save(prompt)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    expect((await save({ slug: 'none' })).status).toBe(401)
    const person = await createPerson()
    expect((await save({ slug: 'none' }, person)).status).toBe(404)
    expect(await save({ slug: 'a\0b' }, person)).toMatchObject({ status: 400, body: { slug: [expect.any(String)] } })
  })
})

describe('DELETE /api/library/prompts/:slug/unsave/', () => {
  test("removes the prompt from the person's own saved prompts, also when repeated", async () => {
    const [person, other, prompt] = [await createPerson(), await createPerson(), await createPrompt()]
    await Promise.all([save(prompt, person), save(prompt, other)])
    for (const answer of await Promise.all([unsave(prompt, person), unsave(prompt, person), unsave(prompt, person)]))
      expect(answer).toMatchObject({ status: 200, body: { is_saved: false } })
    expect([await savedBy(person), await savedBy(other)]).toEqual([0, 1])
  })

  test('removes a prompt that is locked by now', async () => {
    const [person, prompt] = [await createPerson(), await createPrompt()]
    await save(prompt, person)
    await sql.query('UPDATE prompt SET required_tier = 1 WHERE id = $1', [prompt.id])
    expect((await unsave(prompt, person)).status).toBe(200)
    expect(await savedBy(person)).toBe(0)
  })

  test('returns 401 to a visitor and 404 for an unknown slug', async () => {
    expect((await unsave(await createPrompt())).status).toBe(401)
    expect((await unsave({ slug: 'none' }, await createPerson())).status).toBe(404)
  })
})

/** Creates a person with saved prompts, some with equal times; `slugs` are latest first. */
async function createSaver(count: number, useCase?: { id: number; slug: string }) {
  const [person, use_case] = [await createPerson(), useCase ?? (await createUseCase())]
  const slugs: string[] = []
  for (let at = 0; at < count; at++) {
    const prompt = await createPrompt({ use_case })
    slugs.unshift(prompt.slug)
    const created_at = new Date(Date.UTC(2026, 0, 1, Math.floor(at / 3)))
    await db.savedPrompt.create({ data: { user_id: person.id, prompt_id: prompt.id, created_at } })
  }
  return { person, slugs }
}
const slugsOf = (results: ListedPrompt[]) => results.map(({ slug }) => slug)

describe('GET /api/library/saved/', () => {
  test("lists the person's saved prompts, latest first, with use case and category", async () => {
    const category = await createCategory({ es: { name: 'Nombre', description: '' } })
    const useCase = await createUseCase({ category, es: { title: 'Caso' } })
    const { person, slugs } = await createSaver(3, useCase)
    const { status, body, headers } = await get(paths.api.savedPrompts(), { as: person, locale: 'es' })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(slugsOf(body.results)).toEqual(slugs)
    expect(body.next).toBe(null)
    expect(body.results[0]).toMatchObject({
      title: `Title of ${slugs[0]}`,
      content_locale: 'en',
      use_case: { slug: useCase.slug, title: 'Caso' },
      category: { slug: category.slug, name: 'Nombre' },
    })
    expect(body.results[0]).not.toHaveProperty('key')
  })

  test('lists each prompt once on all pages while more prompts are saved', async () => {
    const { person, slugs } = await createSaver(8)
    const read: string[] = []
    for (let next: string | null = paths.api.savedPrompts({ limit: 3 }); next !== null;) {
      const { body }: { body: { results: ListedPrompt[]; next: string | null } } = await get(next, { as: person })
      read.push(...slugsOf(body.results))
      next = body.next
      await save(await createPrompt(), person)
    }
    expect(read).toEqual(slugs)
  })

  test('filters by category on every page, and lists the categories of saved prompts with counts', async () => {
    const [one, two] = [await createCategory(), await createCategory()]
    const { person, slugs } = await createSaver(3, await createUseCase({ category: one }))
    await save(await createPrompt({ use_case: await createUseCase({ category: two }) }), person)
    const first = await get(paths.api.savedPrompts({ category: one.slug, limit: 2 }), { as: person })
    const second = await get(first.body.next, { as: person })
    expect([...slugsOf(first.body.results), ...slugsOf(second.body.results)]).toEqual(slugs)
    expect(second.body.next).toBe(null)
    expect((await get(paths.api.savedPrompts({ category: 'none' }), { as: person })).body.results).toEqual([])
    expect((await get(paths.api.savedCategories, { as: person })).body).toEqual([
      { slug: one.slug, name: `Name of ${one.slug}`, count: 3 },
      { slug: two.slug, name: `Name of ${two.slug}`, count: 1 },
    ])
  })

  test("lists a prompt above the person's present tier as a card without its text", async () => {
    const prompt = await createPrompt({ tier: 1 })
    const person = await createPerson({ tier: 1 })
    await save(prompt, person)
    await setTier(person, 0)
    const { body, text } = await get(paths.api.savedPrompts(), { as: person })
    expect(body.results).toEqual([expect.objectContaining({ slug: prompt.slug, required_tier: 1 })])
    expect(text).not.toContain('secret')
  })

  test("returns the person's own prompts, 401 to a visitor, and 400 naming an invalid parameter", async () => {
    const { person } = await createSaver(1)
    expect((await get(paths.api.savedPrompts(), { as: await createPerson() })).body).toEqual({
      results: [],
      next: null,
    })
    expect((await get(paths.api.savedPrompts())).status).toBe(401)
    expect((await get(paths.api.savedCategories)).status).toBe(401)
    for (const [field, query] of [
      ['limit', 'limit=51'],
      ['cursor', 'cursor=x'],
      ['category', 'category=%00'],
    ] as const)
      expect(await get(`/api/library/saved/?${query}`, { as: person })).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      })
  })
})
