import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { getPromptForTier } from '../../../server/library/prompts.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, post, put, renderer, startApp } from '../../support/app.ts'
import { createCategory, createPrompt, createUseCase, textsOf } from '../../support/library.ts'
import { createPerson, setTier } from '../../support/people.ts'

await openApp()

async function createLocked({ category: ofCategory = 0, useCase: ofUseCase = 0, prompt: ofPrompt = 0 }) {
  const category = await createCategory({ tier: ofCategory })
  const useCase = await createUseCase({ category, tier: ofUseCase })
  const prompt = await createPrompt({ use_case: useCase, tier: ofPrompt, es: {} })
  return { category, useCase, prompt }
}

const locked = { category: 0, useCase: 0, prompt: 0 }

describe('GET a locked item', () => {
  test.each([
    ['its own tier', { ...locked, prompt: 3, useCase: 2, category: 1 }],
    ["its use case's tier", { ...locked, prompt: 1, useCase: 3, category: 2 }],
    ["its category's tier", { ...locked, prompt: 2, useCase: 1, category: 3 }],
  ])('requires for a prompt the highest of three tiers: %s', async (_name, tiers) => {
    const { prompt } = await createLocked(tiers)
    const path = paths.api.prompt(prompt.slug)
    for (const asking of [{}, { as: await createPerson() }, { as: await createPerson({ tier: 2 }) }])
      expect(await get(path, asking)).toMatchObject({
        status: 403,
        body: { code: 'tier_required', required_tier: 3, preview: { slug: prompt.slug, required_tier: 3 } },
      })
    for (const tier of [3, 4]) {
      const opened = await get(path, { as: await createPerson({ tier }) })
      expect(opened).toMatchObject({ status: 200, body: { required_tier: 3, ...textsOf(prompt.slug) } })
    }
  })

  test('returns the fields of its card, and no others', async () => {
    const { prompt } = await createLocked({ prompt: 1 })
    const { body } = await get(paths.api.prompt(prompt.slug))
    expect(Object.keys(body).toSorted()).toEqual(['code', 'detail', 'preview', 'required_tier'])
    expect(Object.keys(body.preview).toSorted()).toEqual([
      'content_locale',
      'example_line',
      'example_lines',
      'id',
      'inputs',
      'length_tag',
      'models',
      'rating_avg',
      'rating_count',
      'required_tier',
      'short_description',
      'slug',
      'tags',
      'test_records',
      'title',
      'use_case',
      'word_count',
    ])
  })

  test('returns 403 with the card for a category, and 200 to members of its tier', async () => {
    const { category } = await createLocked({ category: 1, useCase: 2 })
    const path = paths.api.category(category.slug)
    const refused = await get(path)
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'tier_required',
        required_tier: 1,
        preview: { slug: category.slug, name: `Name of ${category.slug}` },
      },
    })
    expect(refused.body.preview).not.toHaveProperty('use_cases')
    expect(await get(path, { as: await createPerson({ tier: 1 }) })).toMatchObject({
      status: 200,
      body: { use_cases: [{ required_tier: 2 }] },
    })
  })

  test('locks a use case and its list by the higher tier of use case and category', async () => {
    const { useCase } = await createLocked({ category: 2, useCase: 1 })
    for (const path of [paths.api.useCase(useCase.slug), paths.api.useCasePrompts(useCase.slug)]) {
      expect(await get(path, { as: await createPerson({ tier: 1 }) })).toMatchObject({
        status: 403,
        body: { required_tier: 2, preview: { slug: useCase.slug } },
      })
      expect((await get(path, { as: await createPerson({ tier: 2 }) })).status).toBe(200)
    }
  })

  test("explains the refusal in the reader's language", async () => {
    const { prompt } = await createLocked({ prompt: 1 })
    expect((await get(paths.api.prompt(prompt.slug))).body.detail).toBe(
      'Your plan does not include this content. Choose one that does.',
    )
    expect((await get(paths.api.prompt(prompt.slug), { locale: 'es' })).body.detail).toBe(
      'Tu plan no incluye este contenido. Elige uno que sí.',
    )
  })

  test('a prompt without a tier is open to a visitor', async () => {
    const { prompt } = await createLocked({})
    expect((await get(paths.api.prompt(prompt.slug))).status).toBe(200)
  })
})

/** Every API path and page that contains the prompt. */
function addressesOf({ category, useCase, prompt }: Awaited<ReturnType<typeof createLocked>>): string[] {
  const lists = ['latest', 'rating_desc', 'rating_asc'].map((order) =>
    paths.api.useCasePrompts(useCase.slug, { order }),
  )
  const pages = [
    paths.library,
    paths.category(category.slug),
    paths.libraryUseCase(useCase.slug),
    paths.prompt(prompt.slug),
  ]
  return [
    paths.api.categories(),
    paths.api.category(category.slug),
    paths.api.categoryPrompts(category.slug),
    paths.api.popular,
    paths.api.useCase(useCase.slug),
    paths.api.useCases({ q: useCase.slug }),
    ...lists,
    paths.api.useCasePrompts(useCase.slug, { exclude: 'other' }),
    paths.api.prompt(prompt.slug),
    paths.api.promptSearch({ q: prompt.slug }),
    paths.api.promptSearch({ q: 'secret' }),
    paths.api.promptSearch({ q: `"content of ${prompt.slug}"` }),
    paths.api.functional,
    ...(renderer ? pages : []),
  ]
}

describe('the texts of a locked prompt', () => {
  test.each([
    ['the prompt', { ...locked, prompt: 1 }],
    ['the use case', { ...locked, useCase: 1 }],
    ['the category', { ...locked, category: 1 }],
  ])('are in no response to a reader below the tier of %s', async (_name, tiers) => {
    const made = await createLocked(tiers)
    let count = 0
    for (const path of addressesOf(made))
      for (const locale of ['en', 'es'] as const)
        for (const as of [undefined, await createPerson()]) {
          const { text, headers } = await get(path, { locale, as })
          expect(JSON.stringify(headers)).not.toContain('secret')
          const secret = new RegExp(`secret (content|advice|issues|label|example) (?:of|for) ${made.prompt.slug}\\b`)
          expect([path, secret.exec(text)]).toEqual([path, null])
          if (text.includes(made.prompt.slug)) count++
        }
    expect(count).toBeGreaterThan(4)
  })

  test('are not read from the database for a reader below the tier', async () => {
    const prompt = await createPrompt({ tier: 1, en: { example_values: { topic: 'secret value' } } })
    const refusal = await getPromptForTier(prompt.slug, 'en', 0).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 403, extensions: { preview: { slug: prompt.slug } } })
    expect(JSON.stringify(refusal)).not.toContain('secret')
  })

  test('are in no list, collection, shared link or export of a person whose tier has ended', async () => {
    const { prompt, useCase } = await createLocked({ prompt: 1 })
    const person = await createPerson({ tier: 1 })
    const as = person
    const { id } = (await post(paths.api.collections(), { name: 'Mine' }, { as })).body
    const { share_key } = (await post(paths.api.collectionShare(id), undefined, { as })).body
    await put(paths.api.collectionPrompt(id, prompt.slug), undefined, { as })
    await post(paths.api.promptSave(prompt.slug), undefined, { as })
    await post(paths.api.promptRating(prompt.slug), { value: 4 }, { as })
    expect((await get(paths.api.prompt(prompt.slug), { as })).text).toContain('secret content')
    await setTier(person, 0)
    const personalRequests = [
      paths.api.savedPrompts(),
      paths.api.savedCategories,
      paths.api.collections({ prompt: prompt.slug }),
      paths.api.collectionPrompts(id),
      paths.api.marks([prompt.slug]),
      paths.api.meExport,
      paths.api.me,
      paths.api.prompt(prompt.slug),
      paths.api.useCasePrompts(useCase.slug),
      paths.api.promptSearch({ q: prompt.slug }),
    ].map((address) => ({ path: address, as }))
    const shared = [paths.api.sharedCollection(share_key), ...(renderer ? [paths.collection(share_key)] : [])]
    let count = 0
    for (const { path, as: asker } of [
      ...personalRequests,
      ...shared.map((address) => ({ path: address, as: undefined })),
    ])
      for (const locale of ['en', 'es'] as const) {
        const { text } = await get(path, { as: asker, locale })
        expect([path, /secret (content|advice|issues|example)/.exec(text)]).toEqual([path, null])
        if (text.includes(prompt.slug)) count++
      }
    expect(count).toBeGreaterThan(10)
    for (const write of [
      post(paths.api.promptSave(prompt.slug), undefined, { as }),
      post(paths.api.promptRating(prompt.slug), { value: 5 }, { as }),
    ])
      expect((await write).text).not.toContain('secret')
  })

  test('are left out of lists even for readers who may open the prompt', async () => {
    const { useCase, prompt } = await createLocked({ prompt: 1 })
    const { body } = await get(paths.api.useCasePrompts(useCase.slug), { as: await createPerson({ tier: 1 }) })
    expect(body.results).toEqual([expect.objectContaining({ slug: prompt.slug, required_tier: 1 })])
    expect(body.results[0]).not.toHaveProperty('content')
  })

  test('are not cached for the next visitor after a subscriber has read them', async () => {
    const { prompt } = await createLocked({ prompt: 1 })
    const path = paths.api.prompt(prompt.slug)
    const subscriber = await createPerson({ tier: 1 })
    for (let time = 0; time < 2; time++) {
      const opened = await get(path, { as: subscriber })
      expect(opened).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      expect(await get(path)).toMatchObject({ status: 403 })
    }
  })
})

const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object

describe('an access token', () => {
  const path = paths.api.categories()
  const wrong = (token: string) => get(path, { as: { token } })
  const refused = { status: 401, body: { code: 'token_not_valid', detail: expect.any(String) } }

  test('returns 401 if malformed, expired, wrongly signed, or of another site, kind or session', async () => {
    const person = await createPerson()
    const claims = { sub: String(person.id), sid: person.session_id, typ: 'access' }
    const other = await createPerson()
    await get(path)
    expect((await wrong(app.jwt.sign(claims))).status).toBe(200)
    for (const token of [
      'nonsense',
      app.jwt.sign(claims, { expiresIn: -10 }),
      app.jwt.sign(claims, { iss: 'http://elsewhere.test' }),
      app.jwt.sign(claims, { aud: 'mail' }),
      app.jwt.sign(claims, { key: 'another secret' }),
      app.jwt.sign(claims, { kid: 'another key' }),
      app.jwt.sign(claims, { algorithm: 'HS512' }),
      app.jwt.sign({ ...claims, typ: 'refresh' }),
      app.jwt.sign({ ...claims, sub: '2000000000' }),
      app.jwt.sign({ ...claims, sub: 'x' }),
      app.jwt.sign({ ...claims, sid: other.session_id }),
      app.jwt.sign({ ...claims, sid: 'x' }),
      app.jwt.sign({}),
    ])
      expect(await wrong(token)).toMatchObject(refused)
    const [header, body, signature = ''] = person.token.split('.')
    expect(await wrong(`${header}.${body}.`)).toMatchObject(refused)
    const bytes = Buffer.from(signature, 'base64url')
    const spellings = Array.from(
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
      (last) => signature.slice(0, -1) + last,
    )
    const others = spellings.filter((one) => one !== signature && Buffer.from(one, 'base64url').equals(bytes))
    expect(others).toHaveLength(3)
    for (const one of others) expect(await wrong(`${header}.${body}.${one}`)).toMatchObject(refused)
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    expect(await wrong(`${unsigned}.${body}.`)).toMatchObject(refused)
  })

  test.each([
    ['iss', undefined],
    ['aud', undefined],
    ['aud', ['api', 'mail']],
    ['exp', undefined],
    ['exp', 1e308],
    ['sub', 1],
  ])('returns 401 if the claim %s is %j, although the signature is valid', async (name, value) => {
    const person = await createPerson()
    const [header, whole] = person.token.split('.', 2).map(read)
    const tokenOf = (claims: object) => {
      const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      const signature = createHmac('sha256', 'a secret that only the tests know of').update(signed).digest('base64url')
      return `${signed}.${signature}`
    }
    expect((await wrong(tokenOf(whole ?? {}))).status).toBe(200)
    const spelling = name === 'sub' ? person.id : value
    expect(await wrong(tokenOf({ ...whole, [name]: spelling }))).toMatchObject(refused)
  })

  test('ends with its session', async () => {
    const person = await createPerson()
    expect((await get(path, { as: person })).status).toBe(200)
    await db.session.delete({ where: { id: person.session_id } })
    expect(await get(path, { as: person })).toMatchObject(refused)
  })

  test('signed with a former key is accepted, and new tokens are signed with the new key', async () => {
    const person = await createPerson()
    const rotated = await startApp({}, ['a new secret of this site', 'a secret that only the tests know of'])
    expect((await get(path, { as: person, of: rotated })).status).toBe(200)
    const token = rotated.signAccess(person.id, person.session_id)
    expect((await get(path, { as: { token }, of: rotated })).status).toBe(200)
    expect(await get(path, { as: { token } })).toMatchObject(refused)
  })

  test('that is valid is accepted', async () => {
    expect((await get(path, { as: await createPerson() })).status).toBe(200)
  })
})
