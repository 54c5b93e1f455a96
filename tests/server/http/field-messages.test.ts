import { describe, expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { app, get, openApp, post, startApp } from '../../support/app.ts'
import { audience } from '../../support/google.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Schema = { type?: string; properties?: Record<string, Schema>; anyOf?: Schema[] }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
const document = (await get('/api/openapi.json')).body as { paths: Record<string, Record<string, Operation>> }
const google = await startApp({ GOOGLE_CLIENT_ID: audience })
const as = await createPerson()
/** A member for each language, so that created rows do not conflict. */
const people = { en: as, es: await createPerson() }

type Fields = Record<string, string[]>
type Wrong = { url: string; payload?: unknown }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

async function fieldsIn(locale: Locale, method: Method, { url, payload }: Wrong): Promise<Fields | null> {
  const response = await (url.includes('/google/') ? google : app).inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${people[locale].token}`,
      'x-locale': locale,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  })
  return response.statusCode === 400 ? response.json() : null
}

const wrongValues = [
  1,
  0,
  -1,
  1.5,
  1e12,
  '',
  ' ',
  '\u0000',
  'a\nb',
  '\ud800',
  'x',
  'x'.repeat(9_000),
  true,
  null,
  [],
  {},
  ['x'],
]
const wrongTexts = ['', 'x', '-1', '1.5', '1e12', 'x'.repeat(1_500), 'a%00b']

/** All invalid bodies, queries and paths of a route. */
function wrongsOf(path: string, { parameters = [], requestBody }: Operation): Wrong[] {
  const plain = path.replaceAll(/\{\w+\}/g, '1')
  const body = requestBody?.content['application/json']?.schema
  const properties = body?.properties ?? body?.anyOf?.find((one) => one.properties)?.properties ?? {}
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  return [
    ...(body ? [undefined, null, {}, [], 'x', 1].map((payload) => ({ url: plain, payload })) : []),
    ...Object.keys(properties).flatMap((name) =>
      wrongValues.map((value) => ({ url: plain, payload: { [name]: value } })),
    ),
    ...inQuery.flatMap(({ name }) =>
      [...wrongTexts, `x&${name}=y`].map((text) => ({ url: `${plain}?${name}=${text}` })),
    ),
    ...inPath.flatMap(({ name }) =>
      wrongTexts.map((text) => ({ url: path.replace(`{${name}}`, text).replaceAll(/\{\w+\}/g, '1'), payload: {} })),
    ),
  ]
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Method,
    wrongs: wrongsOf(path, operation),
  })),
)

/** Zod's default messages in either language. */
const ofZod =
  /invalid|expected|received|too (big|small)|entrada|inválid|se esperaba|recibido|demasiado (grande|pequeñ)/i

describe('the messages of invalid fields', () => {
  test.each(operations.filter(({ wrongs }) => wrongs.length > 0))(
    'for $name explain what to enter, in both languages',
    async ({ method, wrongs }) => {
      for (const wrong of wrongs) {
        const [english, spanish] = await Promise.all(locales.map((locale) => fieldsIn(locale, method, wrong)))
        if (!english || !spanish) continue
        expect(Object.keys(spanish)).toEqual(Object.keys(english))
        for (const [field, texts] of Object.entries(english)) {
          if (field === 'detail' || field === 'code') continue
          const messages = [...texts, ...(spanish[field] ?? [])]
          expect(messages.filter((text) => ofZod.test(text) || !/^[^{}]{8,}[.”]$/.test(text))).toEqual([])
          expect(texts.filter((text) => spanish[field]?.includes(text))).toEqual([])
          expect(texts).toEqual([...new Set(texts)])
        }
      }
    },
  )

  test('are checked on more than 20 routes', () => {
    expect(operations.filter(({ wrongs }) => wrongs.length > 0).length).toBeGreaterThan(20)
  })

  test.each([
    [
      'en',
      {
        email: ['Enter an email address, such as name@example.com.'],
        name: ['Use 1 to 60 characters, all on one line.'],
        surname: ['Use 1 to 60 characters, all on one line.'],
        password: ['Use 8 to 128 characters.'],
      },
    ],
    [
      'es',
      {
        email: ['Escribe una dirección de correo, como nombre@example.com.'],
        name: ['Usa de 1 a 60 caracteres, en una sola línea.'],
        surname: ['Usa de 1 a 60 caracteres, en una sola línea.'],
        password: ['Usa de 8 a 128 caracteres.'],
      },
    ],
  ] as const)('of a registration are the same for a missing and an invalid field: %s', async (locale, expected) => {
    const wrong = { email: 'ana', name: ' ', surname: 'x'.repeat(61), password: 'short' }
    for (const body of [{}, wrong]) expect((await post(paths.api.register, body, { locale })).body).toEqual(expected)
    const long = { ...wrong, email: `${'a'.repeat(250)}@b.test` }
    expect((await post(paths.api.register, long, { locale })).body.email).toEqual([expect.stringContaining('254')])
  })

  test.each([
    ['en', 'Enter a whole number from 1 to 5.'],
    ['es', 'Escribe un número entero de 1 a 5.'],
  ] as const)('of a rating name the allowed numbers: %s', async (locale, sentence) => {
    for (const value of [undefined, null, '4', 0, 6, 4.5, 1e300]) {
      const { status, body } = await post(paths.api.promptRating('any'), { value }, { as, locale })
      expect({ status, body }).toEqual({ status: 400, body: { value: [sentence] } })
    }
  })

  test.each([
    ['en', 'Send this only once.'],
    ['es', 'Envía este campo una sola vez.'],
  ] as const)('of a repeated parameter ask to send it once: %s', async (locale, sentence) => {
    for (const [name, value] of Object.entries({
      free: '1',
      order: 'latest',
      limit: '5',
      min_rating: '4',
      model: 'x',
    })) {
      const { status, body } = await get(`${paths.api.useCasePrompts('any')}?${name}=${value}&${name}=${value}`, {
        locale,
      })
      expect({ status, body }).toEqual({ status: 400, body: { [name]: [sentence] } })
    }
  })
})
