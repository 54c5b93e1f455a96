import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const many = (count: number) => Array.from({ length: count }, (_, at) => `prompt-no-${at}`)

describe('GET /api/library/marks/', () => {
  test("returns the person's own marks of each prompt", async () => {
    const [both, saved, rated, none] = [
      await createPrompt(),
      await createPrompt({ tier: 1 }),
      await createPrompt(),
      await createPrompt(),
    ]
    const [person, other] = [await createPerson(), await createPerson()]
    const user_id = person.id
    for (const { id } of [both, saved]) await db.savedPrompt.create({ data: { user_id, prompt_id: id } })
    for (const { id } of [both, rated]) await db.rating.create({ data: { user_id, prompt_id: id, value: 4 } })
    const slugs = [none, rated, saved, both].map(({ slug }) => slug)
    const { status, body, headers } = await get(paths.api.marks([...slugs, 'no-such-prompt']), { as: person })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body.results).toEqual([
      { slug: none.slug, is_saved: false, user_rating: null },
      { slug: rated.slug, is_saved: false, user_rating: 4 },
      { slug: saved.slug, is_saved: true, user_rating: null },
      { slug: both.slug, is_saved: true, user_rating: 4 },
    ])
    const others = await get(paths.api.marks(slugs), { as: other })
    expect(
      others.body.results.filter((mark: object) => Object.values(mark).some((value) => value === true || value === 4)),
    ).toEqual([])
  })

  test('returns 401 to a visitor, 400 for more than 50 prompts, and nothing for an unknown prompt', async () => {
    const as = await createPerson()
    expect((await get(paths.api.marks(['a']))).status).toBe(401)
    expect((await get(paths.api.marks(many(50)), { as })).body).toEqual({ results: [] })
    expect(await get(paths.api.marks(many(51)), { as })).toMatchObject({
      status: 400,
      body: { prompts: [expect.any(String)] },
    })
    expect((await get('/api/library/marks/?prompts=a%00', { as })).status).toBe(400)
    expect((await get('/api/library/marks/', { as })).body).toEqual({ results: [] })
  })
})
