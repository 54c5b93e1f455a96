import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import { paths } from '#shared/paths.ts'
import { app, get, openApp, post } from '../../support/app.ts'
import { createPrompt, createUseCase } from '../../support/library.ts'
import { routesOf } from '../../support/browser/mounted.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const useCase = await createUseCase()
for (let times = 0; times < 3; times++) await createPrompt({ use_case: useCase, es: {} })
const list = paths.api.useCasePrompts(useCase.slug)
const search = '/api/library/search/'
const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const moment = '2026-01-01T00:00:00.000Z'

describe('query parameters', () => {
  test.each<[string, string, string]>([
    ['limit', list, 'limit=-1'],
    ['limit', list, 'limit=0'],
    ['limit', list, 'limit=51'],
    ['limit', list, 'limit=100000'],
    ['limit', list, 'limit=abc'],
    ['limit', list, 'limit=1.5'],
    ['limit', list, 'limit='],
    ['limit', list, 'limit=0x10'],
    ['limit', list, 'limit=%201'],
    ['limit', list, 'limit=1e1'],
    ['limit', list, 'limit=1.0'],
    ['limit', list, 'limit=01'],
    ['limit', list, 'limit=1&limit=2'],
    ['limit', search, 'q=a&limit=51'],
    ['order', list, 'order=x'],
    ['order', list, 'order=latest&order=latest'],
    ['min_rating', list, 'min_rating=abc'],
    ['min_rating', list, 'min_rating=6'],
    ['min_rating', list, 'min_rating=0x4'],
    ['min_rating', list, 'min_rating=%204'],
    ['min_rating', list, 'min_rating=NaN'],
    ['length', list, 'length=x'],
    ['length', list, 'length=unknown'],
    ['model', list, 'model=%00'],
    ['model', list, 'model=a&model=b'],
    ['exclude', list, 'exclude=a%00b'],
    ['free', paths.api.categories(), 'free=yes'],
    ['use_cases', paths.api.categories(), 'use_cases=2'],
    ['q', '/api/library/use-cases/', 'q=%00'],
    ['q', '/api/library/use-cases/', `q=${'a'.repeat(201)}`],
    ['q', '/api/library/use-cases/', 'q=a&q=b'],
    ['category', '/api/library/use-cases/', 'q=a&category=%00'],
    ['q', search, 'q=a%00'],
    ['q', search, `q=${'a'.repeat(201)}`],
    ['cursor', list, `cursor=${'a'.repeat(501)}`],
    ['cursor', list, 'cursor=nonsense'],
    ['cursor', list, 'cursor='],
    ['cursor', list, 'cursor=a&cursor=b'],
    ['cursor', list, `cursor=${cursorOf('rating_desc', 3, 1)}`],
    ['cursor', list, `order=rating_desc&cursor=${cursorOf('rating_asc', 3, 1)}`],
    ['cursor', list, `order=rating_desc&cursor=${cursorOf('latest', moment, 1)}`],
    ['cursor', list, `order=rating_asc&cursor=${cursorOf('rating_asc', 'x', 1)}`],
    ['cursor', list, `cursor=${cursorOf('latest', 'yesterday', 1)}`],
    ['cursor', list, `cursor=${cursorOf('latest', '0000-01-01T00:00:00.000Z', 1)}`],
    ['cursor', list, `cursor=${cursorOf('latest', '2026-02-31T00:00:00.000Z', 1)}`],
    ['cursor', list, `cursor=${cursorOf('latest', '2026-01-01T24:00:00.000Z', 1)}`],
    ['cursor', list, `cursor=${cursorOf('latest', moment, 2 ** 31)}`],
    ['cursor', list, `cursor=${cursorOf('latest', moment, 1.5)}`],
    ['cursor', list, `cursor=${cursorOf('latest', moment, -1)}`],
    ['cursor', list, `cursor=${cursorOf('latest', moment, '1; DROP TABLE prompt')}`],
    ['cursor', list, `cursor=${cursorOf('latest', moment)}`],
    ['cursor', list, `cursor=${cursorOf('search', 1, 1)}`],
    ['cursor', search, `q=a&cursor=${cursorOf('latest', moment, 1)}`],
    ['cursor', search, `q=a&cursor=${cursorOf('search', 1.5, 1)}`],
    ['cursor', search, `q=a&cursor=${cursorOf('search', Number.MAX_SAFE_INTEGER, 1)}`],
  ])('return 400 with the name of the invalid %s: %s?%s', async (field, path, query) => {
    const english = await get(`${path}?${query}`)
    expect(english.status).toBe(400)
    expect(english.body).toEqual({ [field]: [expect.stringMatching(/\w/)] })
    const spanish = await get(`${path}?${query}`, { locale: 'es' })
    expect(spanish).toMatchObject({ status: 400, body: { [field]: [expect.stringMatching(/\w/)] } })
    expect(spanish.body[field]).not.toEqual(english.body[field])
    expect((await get(`${path}?${query}`, { as: await createPerson() })).body).toEqual(english.body)
  })

  test('return 400 with the name of each invalid parameter', async () => {
    expect(Object.keys((await get(`${list}?limit=0&order=x&length=y`)).body).toSorted()).toEqual([
      'length',
      'limit',
      'order',
    ])
  })

  test('may contain an extreme but valid cursor', async () => {
    expect(
      (await get(`${list}?cursor=${cursorOf('latest', '9999-12-31T23:59:59.999Z', 2_147_483_647)}`)).body.results,
    ).toHaveLength(3)
    expect(
      (await get(`${list}?order=rating_desc&cursor=${cursorOf('rating_desc', 1e308, 1)}`)).body.results,
    ).toHaveLength(3)
    expect(
      (await get(`${list}?order=rating_asc&cursor=${cursorOf('rating_asc', -1e308, 1)}`)).body.results,
    ).toHaveLength(3)
    expect((await get(`${search}?q=title&cursor=${cursorOf('search', 2_147_483_647, 1)}`)).body.results).toHaveLength(3)
    expect((await get(`${search}?q=title&cursor=${cursorOf('search', -2_147_483_648, 1)}`)).status).toBeLessThan(500)
  })

  test('are ignored if they are unknown', async () => {
    expect((await get(`${list}?utm_source=mail&constructor=x&__proto__=y`)).status).toBe(200)
  })
})

test('a whole number in an address has one valid spelling on every route', () => {
  const fields = routesOf(app).flatMap(({ method, url, schema }) =>
    [schema?.querystring, schema?.params].flatMap((one) =>
      Object.entries((one as z.ZodObject | undefined)?.shape ?? {}).map(
        ([name, field]) => [`${String(method)} ${url} ${name}`, field as z.ZodType] as const,
      ),
    ),
  )
  const numbers = fields.flatMap(([fieldName, field]) => {
    const plain = ['1', '7', '30'].find((text) => typeof safeParse(field, text).data === 'number')
    return plain === undefined ? [] : [[fieldName, field, plain] as const]
  })
  expect(numbers.length).toBeGreaterThan(80)
  const accepted = numbers.flatMap(([fieldName, field, plain]) =>
    [`0x${Number(plain).toString(16)}`, ` ${plain}`, `${plain} `, `${plain}e0`, `+${plain}`, `${plain}_0`].flatMap(
      (text) => (safeParse(field, text).success ? `${fieldName} ${JSON.stringify(text)}` : []),
    ),
  )
  expect(accepted).toEqual([])
})

const at = (path: string, slug: string) => `/api/library/${path.replace('X', slug)}`

describe('a slug', () => {
  const places = ['categories/X/', 'use-cases/X/', 'use-cases/X/prompts/', 'prompts/X/']

  test.each(places)('that does not exist returns 404 in the language of the reader: %s', async (path) => {
    expect(await get(at(path, 'no-such'))).toMatchObject({
      status: 404,
      body: { detail: 'There is nothing at this address.' },
    })
    expect(await get(at(path, 'no-such'), { locale: 'es' })).toMatchObject({
      status: 404,
      body: { detail: 'No hay nada en esta dirección.' },
    })
    expect(await get(at(path, 'constructor'))).toMatchObject({ status: 404 })
    expect(await get(at(path, encodeURIComponent("' OR 1=1 --")))).toMatchObject({ status: 404 })
    expect(await get(at(path, '%2e%2e%2f%2e%2e'))).toMatchObject({ status: 404 })
  })

  test.each(places)('of 300 and more characters returns 404 if it does not exist: %s', async (path) => {
    for (const length of [101, 300, 8_000])
      expect(await get(at(path, 'a'.repeat(length)))).toMatchObject({
        status: 404,
        body: { detail: 'There is nothing at this address.' },
      })
    expect(await get(at(path, encodeURIComponent('🌳'.repeat(300))))).toMatchObject({ status: 404 })
  })

  test('of 1,000 characters is found if it exists', async () => {
    const prompt = await createPrompt({ slug: 'a'.repeat(1_000) })
    expect((await get(paths.api.prompt(prompt.slug))).status).toBe(200)
  })

  test.each([...places, 'categories/X/click/', 'prompts/X/copy/'])(
    'with a NUL character returns 400 with the name of the field: %s',
    async (path) => {
      const ask = path.endsWith('click/') || path.endsWith('copy/') ? post : get
      expect(await ask(at(path, 'a%00b'))).toMatchObject({
        status: 400,
        body: { slug: ['Remove the NUL character from this text.'] },
      })
    },
  )

  test('that is not UTF-8 returns 400 in the language of the reader', async () => {
    for (const slug of ['%E0%A4%A', '%', '%ff', '%ed%a0%80']) {
      const path = at('prompts/X/', slug)
      expect(await get(path)).toMatchObject({
        status: 400,
        body: { detail: 'Check the address and the body: this request could not be understood.' },
      })
      expect(await get(path, { locale: 'es' })).toMatchObject({
        status: 400,
        body: { detail: 'Revisa la dirección y el cuerpo: no se pudo entender esta solicitud.' },
      })
      expect(await get(path, { headers: { 'accept-language': 'es-MX' } })).toMatchObject({
        body: { detail: 'Revisa la dirección y el cuerpo: no se pudo entender esta solicitud.' },
      })
    }
  })
})

describe('an unknown address under /api/', () => {
  test.each([
    '/api/',
    '/api/x',
    '/api/library/',
    '/api/library/categories',
    '/api/library/x/y/z/',
    '/api/library/prompts/a/b/',
  ])('returns 404 as JSON: %s', async (path) => {
    for (const ask of [get, post]) {
      const { status, body, headers } = await ask(path)
      expect(status).toBe(404)
      expect(body.detail).toEqual(expect.any(String))
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
    expect(await get(path, { locale: 'es' })).toMatchObject({
      status: 404,
      body: { detail: 'No hay nada en esta dirección.' },
    })
    expect(await get(path, { headers: { accept: 'text/html' } })).toMatchObject({
      status: 404,
      body: { detail: expect.any(String) },
    })
  })
})
