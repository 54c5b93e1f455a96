import { routesOf } from '../../support/browser/mounted.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { app, get, post } from '../../support/app.ts'
import type { TestResponse } from '../../support/app.ts'
import { createCategory, createModel, createPrompt, createTag, createUseCase } from '../../support/library.ts'
import { adminNewsAnswers } from '../../support/answers/admin-news-answers.ts'
import { adminLibraryAnswers } from '../../support/answers/admin-library-answers.ts'
import { adminSiteAnswers } from '../../support/answers/admin-site-answers.ts'
import { blogAnswers } from '../../support/answers/blog-answers.ts'
import { accountAnswers } from '../../support/answers/account-answers.ts'
import { memberAnswers } from '../../support/answers/member-answers.ts'
import { moderationAnswers } from '../../support/answers/moderation-answers.ts'
import { notificationAnswers } from '../../support/answers/notification-answers.ts'
import { paymentAnswers } from '../../support/answers/payment-answers.ts'
import { commentAnswers } from '../../support/answers/comment-answers.ts'
import { adminMoneyAnswers } from '../../support/answers/admin-money-answers.ts'
import { createPerson } from '../../support/people.ts'
import { createPipeline } from '../../support/pipelines.ts'
import { invitationAnswers } from '../../support/answers/invitation-answers.ts'
import { personalAnswers } from '../../support/answers/personal-answers.ts'
import { threadAnswers } from '../../support/answers/thread-answers.ts'
import { openShop } from '../../support/billing/shop.ts'

await openShop()

type Schema = Record<string, unknown>
type Response = { description: string; content?: Record<string, { schema: Schema }> }
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  summary: string
  parameters?: Parameter[]
  requestBody?: Pick<Response, 'content'>
  responses: Record<string, Response>
  security?: object[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas?: object }
}

const document = (await get('/api/openapi.json')).body as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
)
const ajv = new Ajv2020({
  strict: false,
  formats: { date: true, 'date-time': true, uri: true, uuid: true },
  code: { optimize: false },
})
const compiled = new Map<string, ValidateFunction>()
/** Compiles each schema once, since most routes share their errors. */
function compile(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema)
  const validate = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, validate)
  return validate
}

describe('GET /api/openapi.json', () => {
  test('describes every route of the API', () => {
    const unlisted = /^\/api\/(openapi\.json|docs(\/.*)?|\*)$/
    const listed = routesOf(app).flatMap(({ url, method }) =>
      url.startsWith('/api/') && !unlisted.test(url)
        ? [method].flat().map((one) => `${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
        : [],
    )
    const named = new Set(listed.filter((name) => !name.startsWith('HEAD ')))
    expect([...named].toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
    expect(listed.length).toBeGreaterThan(9)
  })

  test('is a document of OpenAPI 3.1', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: 'http://library.test' }],
    })
    for (const [path, methods] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\/api\/.*\/$/)
      for (const method of Object.keys(methods)) expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
    }
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/)/)
  })

  test.each(operations)('describes parameters, body and responses of $name', ({ path, operation }) => {
    expect(operation.summary).toMatch(/\w/)
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    for (const parameter of operation.parameters ?? []) {
      expect(['path', 'query', 'header']).toContain(parameter.in)
      expect(parameter.required ?? false).toBe(parameter.in === 'path')
      expect(() => compile(parameter.schema)).not.toThrow()
    }
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2345]\d\d$/)
      expect(description).toEqual(expect.any(String))
      const lines = status === '200' && /^\/api\/admin\/library\/.*(export|rejected)\/$/.test(path)
      const type = lines ? 'application/x-ndjson' : 'application/json'
      expect(Object.keys(content ?? {})).toEqual(['204', '303'].includes(status) ? [] : [type])
      for (const { schema } of Object.values(content ?? {})) expect(() => compile(schema)).not.toThrow()
    }
  })
})

const category = await createCategory({ es: { name: 'Nombre', description: '', warning_text: 'Ojo' } })
const useCase = await createUseCase({ category })
const [model, tag, subscriber] = [await createModel(), await createTag(), await createPerson({ tier: 1 })]
const prompt = await createPrompt({ use_case: useCase, models: [model], tags: [tag] })
const locked = await createCategory({ tier: 1 })
const lockedUseCase = await createUseCase({ category: locked })
const lockedPrompt = await createPrompt({ use_case: lockedUseCase })
const [pipeline, lockedPipeline] = [await createPipeline(), await createPipeline({ tier: 1 })]

type Cases = Record<string, TestResponse>
/** Requests that cause each documented status of a route. */
async function readings(
  path: (slug: string) => string,
  open: { slug: string },
  closed?: { slug: string },
): Promise<Cases> {
  return {
    200: await get(path(open.slug)),
    ...(closed && {
      '200 as a subscriber': await get(path(closed.slug), { as: subscriber }),
      403: await get(path(closed.slug)),
    }),
    400: await get(path('a\0b')),
    401: await get(path(open.slug), { as: { token: 'nonsense' } }),
    404: await get(path('no-such-thing')),
  }
}
async function listings(path: string, wrong: string): Promise<Cases> {
  return { 200: await get(path), 400: await get(wrong), 401: await get(path, { as: { token: 'nonsense' } }) }
}
const beacon = async (path: (slug: string) => string): Promise<Cases> => ({
  204: await post(path('any')),
  400: await post(path('a\0b')),
})

const answers: Record<string, () => Promise<Cases>> = {
  'GET /api/library/categories/': () => listings(paths.api.categories(), '/api/library/categories/?free=x'),
  'GET /api/library/start-here/': async () => ({ 200: await get(paths.api.startHere) }),
  'GET /api/library/popular/': async () => ({ 200: await get(paths.api.popular) }),
  'GET /api/library/titles/': async () => ({ 200: await get(paths.api.titles) }),
  'GET /api/site/page-answers/': async () => ({
    200: await get(sitePaths.api.pageAnswers('/library')),
    400: await get(sitePaths.api.pageAnswers('//x')),
    401: await get(sitePaths.api.pageAnswers('/library'), { headers: { authorization: 'Bearer x' } }),
  }),
  'GET /api/library/models/': async () => ({ 200: await get(paths.api.models) }),
  'GET /api/library/categories/{slug}/': () => readings(paths.api.category, category, locked),
  'GET /api/library/categories/{slug}/prompts/': () => readings(paths.api.categoryPrompts, category, locked),
  'GET /api/library/use-cases/': () => listings(paths.api.useCases({ q: 'title' }), '/api/library/use-cases/?q=%00'),
  'GET /api/library/use-cases/{slug}/': () => readings(paths.api.useCase, useCase, lockedUseCase),
  'GET /api/library/use-cases/{slug}/prompts/': () => readings(paths.api.useCasePrompts, useCase, lockedUseCase),
  'GET /api/library/taxonomy/functional/': async () => ({
    200: await get(paths.api.functional),
    '200 as a subscriber': await get(paths.api.functional, { as: subscriber }),
    401: await get(paths.api.functional, { as: { token: 'x' } }),
  }),
  'GET /api/library/prompts/{slug}/': () => readings(paths.api.prompt, prompt, lockedPrompt),
  'GET /api/library/pipelines/': () => listings(paths.api.pipelines(), '/api/library/pipelines/?limit=0'),
  'GET /api/library/pipelines/{slug}/': () => readings(paths.api.pipeline, pipeline, lockedPipeline),
  'GET /api/subscription/plans/': async () => ({
    200: await get(paths.api.plans),
  }),
  'GET /api/subscription/testimonials/': async () => ({
    200: await get(paths.api.testimonials),
  }),
  'GET /api/library/search/': () => listings(paths.api.promptSearch({ q: 'title' }), '/api/library/search/?limit=0'),
  'POST /api/library/categories/{slug}/click/': () => beacon(paths.api.categoryClick),
  'POST /api/library/prompts/{slug}/copy/': () => beacon(paths.api.promptCopy),
}
Object.assign(answers, commentAnswers())
Object.assign(answers, adminMoneyAnswers())
Object.assign(answers, personalAnswers({ prompt, lockedPrompt }), accountAnswers(), paymentAnswers())
Object.assign(answers, memberAnswers(), invitationAnswers())
Object.assign(answers, moderationAnswers(), notificationAnswers(), threadAnswers(), blogAnswers())
Object.assign(answers, adminLibraryAnswers(), adminNewsAnswers(), adminSiteAnswers())
/** Statuses of an overloaded or rate-limited server (limits.system.test.ts). */
const inTrouble = new Set(['429', '503'])

describe('each documented operation', () => {
  test.each(operations)('$name responds as documented', async ({ name, operation }) => {
    const cases = (await answers[name]?.()) ?? {}
    const brought = new Set(Object.keys(cases).map((label) => label.slice(0, 3)))
    const documented = Object.keys(operation.responses).filter((status) => !inTrouble.has(status))
    expect([...brought].toSorted()).toEqual(documented.toSorted())
    for (const [label, { status, body, text }] of Object.entries(cases)) {
      expect(`${status} ${label.slice(4)}`.trim()).toBe(label)
      const content = operation.responses[status]?.content ?? {}
      if ('application/x-ndjson' in content) continue
      const schema = content['application/json']?.schema
      expect(Boolean(schema)).toBe(text !== '')
      const validate = compile(schema ?? { type: 'null' })
      expect([validate(body), ajv.errorsText(validate.errors)]).toEqual([true, 'No errors'])
    }
  })
})

/** Names of all fields of a schema, such as `functional.slug`, without indexes of lists and alternatives. */
function fieldsOf(schema: Schema | undefined): string[] {
  const {
    $ref,
    properties = {},
    items,
    anyOf = [],
  } = (schema ?? {}) as {
    $ref?: string
    properties?: Record<string, Schema>
    items?: Schema
    anyOf?: Schema[]
  }
  if ($ref)
    return fieldsOf(
      $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((part, key) => (part as Schema)[key], document) as Schema,
    )
  return [
    ...Object.entries(properties).flatMap(([name, value]) => [
      name,
      ...fieldsOf(value).map((inner) => `${name}.${inner}`),
    ]),
    ...[items, ...anyOf].flatMap((part) => (part ? fieldsOf(part) : [])),
  ]
}
const jsonFieldsOf = (part: Pick<Response, 'content'> | undefined) =>
  fieldsOf(part?.content?.['application/json']?.schema)
const list = (...names: string[]) => names.join(' ').split(' ')
const categoryFields = list('id slug name description required_tier functional.slug functional.name warning_text')
const tokens = list('access refresh')
const period = (name: string) => list('price old_price discount duration_days').map((field) => `${name}.${field}`)

describe('the fields that the specification names', () => {
  test.each<[string, string[], string[]]>([
    ['POST /api/users/register/', list('email name surname password'), []],
    ['POST /api/users/token/', list('email password'), tokens],
    ['GET /api/users/me/', [], list('username avatar_color language email register_date')],
    ['PATCH /api/users/me/', ['language'], []],
    ['POST /api/users/google/', list('access_token nonce'), tokens],
    ['POST /api/users/password_reset/', ['email'], []],
    ['POST /api/users/password_reset/confirm/', list('token password'), []],
    ['POST /api/users/token/refresh/', ['refresh'], tokens],
    ['GET /api/library/categories/', ['free'], list(...categoryFields, 'use_cases.title use_cases.slug')],
    ['GET /api/library/categories/{slug}/', [], list(...categoryFields, 'use_cases.title use_cases.slug')],
    [
      'GET /api/library/use-cases/{slug}/',
      [],
      list('id slug title required_tier category.slug category.name category.functional.slug'),
    ],
    [
      'GET /api/library/use-cases/{slug}/prompts/',
      list('model length min_rating order'),
      list('results.slug results.title results.short_description results.rating_avg results.rating_count next'),
    ],
    ['GET /api/library/taxonomy/functional/', [], list('slug name models.slug models.name')],
    [
      'GET /api/library/prompts/{slug}/',
      [],
      list(
        'id slug title short_description content how_to_use known_issues length_tag rating_avg rating_count user_rating',
        'is_saved tags.slug tags.id tags.name models.slug models.id models.name required_tier',
        'use_case.slug use_case.title use_case.category.slug',
      ),
    ],
    ['POST /api/library/prompts/{slug}/rating/', ['value'], list('your_value avg count')],
    [
      'GET /api/subscription/status/',
      [],
      list('is_subscribed subscription.plan_id subscription.user_tier subscription.plan_tier'),
    ],
    [
      'GET /api/subscription/plans/',
      [],
      list(
        'id name sub_title description currency purchasable unavailable_text',
        ...period('monthly'),
        ...period('yearly'),
      ),
    ],
    ['GET /api/subscription/testimonials/', [], list('name role text')],
    ['GET /api/subscription/payments/', [], list('results.date results.plan results.amount results.status')],
    ['POST /api/subscription/stripe/create-checkout-session/', list('plan_id billing_period'), ['checkout_url']],
    ['POST /api/forum/threads/', list('title section description'), ['status']],
  ])('are in the request and the response of %s', (name, sent, answered) => {
    const { parameters = [], requestBody, responses } = operations.find((one) => one.name === name)?.operation ?? {}
    const accepted = [...parameters.map((parameter) => parameter.name), ...jsonFieldsOf(requestBody)]
    expect(accepted).toEqual(expect.arrayContaining(sent))
    expect(jsonFieldsOf(responses?.['200'] ?? responses?.['201'])).toEqual(expect.arrayContaining(answered))
  })
})

describe('GET /api/docs/', () => {
  test('is an HTML page', async () => {
    const { status, headers } = await get('/api/docs/')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(app.hasRoute({ method: 'GET', url: '/api/openapi.json' })).toBe(true)
  })
})
