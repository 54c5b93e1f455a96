import { describe, expect, test } from 'vitest'
import type { Collection } from '#shared/library/collections.ts'
import type { ListedPrompt } from '#shared/library/marks.ts'
import { paths } from '#shared/paths.ts'
import { get, openApp, patch, post, put, remove, sql } from '../../support/app.ts'
import { createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson, setTier } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const create = (name: string, as: Person) => post(paths.api.collections(), { name }, { as })
async function createCollection(as: Person, name = 'Mine'): Promise<Collection> {
  return (await create(name, as)).body
}
const collect = (id: number, { slug }: { slug: string }, as?: { token: string }) =>
  put(paths.api.collectionPrompt(id, slug), undefined, { as })
const listOf = async (as: Person): Promise<Collection[]> => (await get(paths.api.collections(), { as })).body.results
const namesOf = async (as: Person) => (await listOf(as)).map(({ name }) => name)
const slugsIn = async (id: number, as: Person) =>
  (await get(paths.api.collectionPrompts(id, { limit: 50 }), { as })).body.results.map(({ slug }: ListedPrompt) => slug)
async function positionsIn(id: number): Promise<number[]> {
  const query = 'SELECT position FROM collection_prompt WHERE collection_id = $1 ORDER BY 1'
  return (await sql.query(query, [id])).rows.map(({ position }) => position)
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('a collection', () => {
  test('is added last, renamed, moved and removed, without gaps between positions', async () => {
    const person = await createPerson()
    for (const name of ['A', 'B', 'C', 'D']) expect((await create(name, person)).status).toBe(201)
    const [a, b, , d] = await listOf(person)
    expect(a).toEqual({ id: expect.any(Number), name: 'A', position: 0, prompt_count: 0, share_key: null })
    const move = (one: Collection | undefined, position: number) =>
      patch(paths.api.collection(one?.id ?? 0), { position }, { as: person })
    expect((await move(d, 1)).body).toMatchObject({ name: 'D', position: 1 })
    expect(await namesOf(person)).toEqual(['A', 'D', 'B', 'C'])
    expect((await move(a, 1_000)).body.position).toBe(3)
    expect(await namesOf(person)).toEqual(['D', 'B', 'C', 'A'])
    await move(a, 0)
    expect(await namesOf(person)).toEqual(['A', 'D', 'B', 'C'])
    expect((await patch(paths.api.collection(b?.id ?? 0), { name: 'E' }, { as: person })).body.name).toBe('E')
    expect((await remove(paths.api.collection(d?.id ?? 0), undefined, { as: person })).status).toBe(204)
    expect((await listOf(person)).map(({ name, position }) => `${position} ${name}`)).toEqual(['0 A', '1 E', '2 C'])
  })

  test('returns 400 naming the field for an invalid name, or for a name that the person already uses', async () => {
    const [person, other] = [await createPerson(), await createPerson()]
    const [one, two] = [await createCollection(person, 'One'), await createCollection(person, 'Two')]
    const refused = { status: 400, body: { name: [expect.any(String)] } }
    const rename = (name: unknown) => patch(paths.api.collection(two.id), { name }, { as: person })
    for (const name of ['', '   ', 'a\nb', 'a\0b', '\ud800', 'a'.repeat(61), 7]) {
      expect(await post(paths.api.collections(), { name }, { as: person })).toMatchObject(refused)
      expect(await rename(name)).toMatchObject(refused)
    }
    expect(await create('One', person)).toMatchObject(refused)
    expect(await rename('One')).toMatchObject(refused)
    expect((await rename('Two')).status).toBe(200)
    expect((await create('One', other)).status).toBe(201)
    for (const name of ["Robert'); DROP TABLE collection;--", '<script>alert(1)</script>', ' é́🧑‍🚀 ', 'ﷺ'])
      expect((await create(name, person)).body.name).toBe(name)
    expect(one.name).toBe('One')
  })

  test('returns 404 to others and 401 to visitors on every route', async () => {
    const [person, other, prompt] = [await createPerson(), await createPerson(), await createPrompt()]
    const { id } = await createCollection(person)
    await collect(id, prompt, person)
    const requests = (as?: Person) => [
      patch(paths.api.collection(id), { name: 'Stolen' }, { as }),
      patch(paths.api.collection(id), { position: 0 }, { as }),
      remove(paths.api.collection(id), undefined, { as }),
      post(paths.api.collectionShare(id), undefined, { as }),
      remove(paths.api.collectionShare(id), undefined, { as }),
      get(paths.api.collectionPrompts(id), { as }),
      collect(id, prompt, as),
      patch(paths.api.collectionPrompt(id, prompt.slug), { position: 0 }, { as }),
      remove(paths.api.collectionPrompt(id, prompt.slug), undefined, { as }),
    ]
    for (const answer of await Promise.all(requests(other))) expect(answer.status).toBe(404)
    for (const answer of await Promise.all([
      ...requests(),
      get(paths.api.collections()),
      post(paths.api.collections(), {}),
    ]))
      expect(answer.status).toBe(401)
    expect(await listOf(person)).toMatchObject([{ name: 'Mine', prompt_count: 1, share_key: null }])
    expect(await listOf(other)).toEqual([])
  })

  test('has a unique position after many collections are created, moved and removed at once', async () => {
    const person = await createPerson()
    const made = await Promise.all(upTo(12).map((at) => createCollection(person, `No. ${at}`)))
    const twice = await Promise.all([create('Same', person), create('Same', person), create('Same', person)])
    expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400, 400])
    const answers = await Promise.all(
      made.flatMap(({ id }, at) => [
        patch(paths.api.collection(id), { position: (at * 7) % 13 }, { as: person }),
        ...(at % 4 === 0 ? [remove(paths.api.collection(id), undefined, { as: person })] : []),
        create(`New ${at}`, person),
      ]),
    )
    expect(answers.filter(({ status }) => ![200, 201, 204, 404].includes(status))).toEqual([])
    expect((await listOf(person)).map(({ position }) => position)).toEqual(upTo(22))
  })

  test('returns 409 when a person already has 200', async () => {
    const person = await createPerson()
    await sql.query(
      "INSERT INTO collection (user_id, name, position) SELECT $1, 'No. ' || n, n FROM generate_series(0, 198) AS n",
      [person.id],
    )
    const answers = await Promise.all([create('A', person), create('B', person), create('C', person)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
    expect(await create('D', person)).toMatchObject({ status: 409, body: { code: 'too_many' } })
  })
})

describe('the prompts of a collection', () => {
  test('are added last, moved and removed, and the list marks the collections with the prompt', async () => {
    const person = await createPerson()
    const prompts = await Promise.all(upTo(4).map(() => createPrompt()))
    const [a = '', b = '', c = '', d = ''] = prompts.map(({ slug }) => slug)
    const [{ id }, other] = [await createCollection(person), await createCollection(person, 'Empty')]
    for (const prompt of prompts) expect((await collect(id, prompt, person)).status).toBe(200)
    expect((await collect(id, { slug: a }, person)).body).toMatchObject({ prompt_count: 4 })
    expect(await slugsIn(id, person)).toEqual([a, b, c, d])
    const move = (slug: string, position: number) =>
      patch(paths.api.collectionPrompt(id, slug), { position }, { as: person })
    expect((await move(d, 1)).status).toBe(204)
    expect(await slugsIn(id, person)).toEqual([a, d, b, c])
    await remove(paths.api.collectionPrompt(id, d), undefined, { as: person })
    expect((await remove(paths.api.collectionPrompt(id, d), undefined, { as: person })).status).toBe(204)
    expect(await positionsIn(id)).toEqual([0, 1, 2])
    expect((await move(d, 0)).status).toBe(404)
    expect((await collect(id, { slug: 'none' }, person)).status).toBe(404)
    expect(await move(a, -1)).toMatchObject({ status: 400, body: { position: [expect.any(String)] } })
    const { body } = await get(paths.api.collections({ prompt: a }), { as: person })
    expect(body.results).toMatchObject([
      { id, has_prompt: true },
      { id: other.id, has_prompt: false },
    ])
  })

  test('are listed in pages, with locked prompts as cards without texts', async () => {
    const person = await createPerson({ tier: 1 })
    const { id } = await createCollection(person)
    const useCase = await createUseCase()
    const prompts = await Promise.all(upTo(7).map((at) => createPrompt({ use_case: useCase, tier: at % 2 })))
    for (const prompt of prompts) await collect(id, prompt, person)
    await setTier(person, 0)
    const read: string[] = []
    for (let next: string | null = paths.api.collectionPrompts(id, { limit: 3 }); next !== null;) {
      const page = await get(next, { as: person })
      expect(page.text).not.toContain('secret')
      read.push(...page.body.results.map(({ slug }: ListedPrompt) => slug))
      next = page.body.next
    }
    expect(read).toEqual(prompts.map(({ slug }) => slug))
  })

  test("cannot include a prompt above the person's tier (403)", async () => {
    const [person, prompt] = [await createPerson(), await createPrompt({ tier: 1 })]
    const { id } = await createCollection(person)
    expect(await collect(id, prompt, person)).toMatchObject({ status: 403, body: { code: 'tier_required' } })
    expect(await positionsIn(id)).toEqual([])
  })

  test('have unique positions after many prompts are added, moved and removed at once', async () => {
    const person = await createPerson()
    const prompts = await Promise.all(upTo(12).map(() => createPrompt()))
    const { id } = await createCollection(person)
    const answers = await Promise.all(
      prompts.flatMap((prompt) => [collect(id, prompt, person), collect(id, prompt, person)]),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(await positionsIn(id)).toEqual(upTo(12))
    const changed = await Promise.all(
      prompts.flatMap(({ slug }, at) => [
        patch(paths.api.collectionPrompt(id, slug), { position: (at * 5) % 12 }, { as: person }),
        ...(at % 3 === 0 ? [remove(paths.api.collectionPrompt(id, slug), undefined, { as: person })] : []),
      ]),
    )
    expect(changed.filter(({ status }) => ![204, 404].includes(status))).toEqual([])
    expect(await positionsIn(id)).toEqual(upTo(8))
  })

  test('have no gap after a prompt was deleted from the library and another prompt moved', async () => {
    const person = await createPerson()
    const prompts = await Promise.all(upTo(4).map(() => createPrompt()))
    const [first, , third, fourth] = prompts
    const { id } = await createCollection(person)
    for (const prompt of prompts) await collect(id, prompt, person)
    await sql.query('DELETE FROM prompt WHERE id = $1', [first?.id])
    await patch(paths.api.collectionPrompt(id, fourth?.slug ?? ''), { position: 1 }, { as: person })
    expect(await positionsIn(id)).toEqual([0, 1, 2])
    expect((await slugsIn(id, person)).slice(1)).toEqual([fourth?.slug, third?.slug])
  })

  test('are at most 1,000: adding another prompt returns 409', async () => {
    const person = await createPerson()
    const { id } = await createCollection(person)
    const useCase = await createUseCase()
    await sql.query(
      `WITH added AS (INSERT INTO prompt (slug, use_case_id) SELECT 'full-' || n, $1 FROM generate_series(0, 998) AS n RETURNING id)
       INSERT INTO collection_prompt (collection_id, prompt_id, position) SELECT $2, id, (row_number() OVER ())::int - 1 FROM added`,
      [useCase.id, id],
    )
    const last = await createPrompt()
    const answers = await Promise.all([last, await createPrompt()].map((prompt) => collect(id, prompt, person)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })
})

describe('the shared link of a collection', () => {
  test('shows the collection to anybody, with locked prompts as cards, until the link is revoked', async () => {
    const person = await createPerson({ tier: 1 })
    const { id } = await createCollection(person, 'For friends')
    const prompts = [await createPrompt(), await createPrompt({ tier: 1 }), await createPrompt()]
    for (const prompt of prompts) await collect(id, prompt, person)
    const share = () => post(paths.api.collectionShare(id), undefined, { as: person })
    const keys = await Promise.all([share(), share(), share()])
    const { share_key } = keys[0]?.body ?? {}
    expect(new Set(keys.map(({ body }) => body.share_key))).toEqual(new Set([share_key]))
    expect(Buffer.from(share_key, 'base64url').length * 8).toBeGreaterThanOrEqual(128)

    const first = await get(paths.api.sharedCollection(share_key, { limit: 2 }))
    expect(first).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      body: { name: 'For friends', owner: person.username },
    })
    expect(first.text).not.toContain('secret')
    const second = await get(first.body.next)
    expect([...first.body.results, ...second.body.results].map(({ slug }) => slug)).toEqual(
      prompts.map(({ slug }) => slug),
    )
    expect(second.body.next).toBe(null)

    for (let times = 0; times < 2; times++)
      expect((await remove(paths.api.collectionShare(id), undefined, { as: person })).status).toBe(204)
    expect((await get(paths.api.sharedCollection(share_key))).status).toBe(404)
    expect((await share()).body.share_key).not.toBe(share_key)
  })

  test('is shown to the owner only, and an invalid key returns 404', async () => {
    const person = await createPerson()
    const { id } = await createCollection(person)
    const { body } = await post(paths.api.collectionShare(id), undefined, { as: person })
    expect(await listOf(person)).toMatchObject([{ share_key: body.share_key }])
    expect((await get(paths.api.sharedCollection(body.share_key))).text).not.toContain(body.share_key)
    for (const key of ['none', String(id), 'null', body.share_key.slice(0, -1)])
      expect((await get(paths.api.sharedCollection(key))).status).toBe(404)
    expect((await get(paths.api.sharedCollection('a\0b'))).status).toBe(400)
  })
})

describe('an invalid collection request', () => {
  test.each([
    ['id', '/api/library/collections/x/prompts/'],
    ['id', '/api/library/collections/0/prompts/'],
    ['id', '/api/library/collections/2147483648/prompts/'],
    ['prompt', '/api/library/collections/?prompt=%00'],
    ['limit', '/api/library/collections/1/prompts/?limit=0'],
  ])('returns 400 naming its field: %s in %s', async (field, path) => {
    const as = await createPerson()
    expect(await get(path, { as })).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  })
})
