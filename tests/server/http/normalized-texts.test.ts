import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { parsePostFile } from '../../../server/blog/front-matter.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, patch, post, put, sql, startApp } from '../../support/app.ts'
import { createPoster, createSection } from '../../support/forum.ts'
import { createPrompt, createTag, newSlug } from '../../support/library.ts'
import { routesOf } from '../../support/browser/mounted.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const echo = await startApp()
const answer = { response: { 200: z.unknown() } }
echo.post('/api/echo/', { schema: { ...answer, body: z.unknown() } }, async ({ body }) => ({ body }))
echo.post(
  '/api/short/',
  { schema: { ...answer, body: z.object({ text: z.string().max(3) }) } },
  async ({ body }) => body,
)
echo.get(
  '/api/echo/:slug/',
  { schema: { ...answer, params: z.unknown(), querystring: z.object({ q: z.string() }) } },
  async (request) => ({
    params: request.params,
    query: request.query,
  }),
)
const send = (body: unknown, path = '/api/echo/') =>
  post(path, JSON.stringify(body), { of: echo, headers: { 'content-type': 'application/json' } })
const decomposed = (text: string) => text.normalize('NFD')

describe('the strings of a request', () => {
  test('are normalized to NFC with "\n" as line end, anywhere in the body', async () => {
    const sent = { [decomposed('ñ')]: [decomposed('Ñandú'), { text: 'a\r\nb\rc\n\u1112\u1161\u11ab' }], n: 1, no: null }
    const { body } = await send(sent)
    expect(body.body).toEqual({ ñ: ['Ñandú', { text: 'a\nb\nc\n한' }], n: 1, no: null })
  })

  test('are normalized to NFC in the query and in the path', async () => {
    const { body } = await get(
      `/api/echo/${encodeURIComponent(decomposed('ñandú'))}/?q=${encodeURIComponent(decomposed('José'))}`,
      { of: echo },
    )
    expect(body).toEqual({ params: { slug: 'ñandú' }, query: { q: 'José' } })
  })

  test('are measured after normalization', async () => {
    expect((await send({ text: decomposed('ñéü') }, '/api/short/')).status).toBe(200)
    expect((await send({ text: 'a\r\nb' }, '/api/short/')).status).toBe(200)
    expect((await send({ text: decomposed('ñéüó') }, '/api/short/')).status).toBe(400)
  })

  test.each(['a\0b', 'a\ud800b', `a${'\u0301\u0316'.repeat(101)}`])(
    'with characters that cannot be stored are refused with the name of the field: %j',
    async (text) => {
      const wrong = ['Remove the characters that are broken.']
      expect(await send({ a: { b: ['fine', text] } })).toMatchObject({ status: 400, body: { 'a.b.1': wrong } })
      expect(await send({ labels: { [text]: 'x' } })).toMatchObject({ status: 400, body: { labels: wrong } })
      expect(await send(text)).toMatchObject({ status: 400, body: { body: wrong } })
    },
  )

  test('are normalized in linear time for any number of combining marks', async () => {
    const start = performance.now()
    expect((await send({ text: 'a\u0301\u0316'.repeat(1) + '\u0301\u0316'.repeat(60_000) })).status).toBe(400)
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  test('are not normalized if they are passwords', async () => {
    const typed = { password: decomposed('ñ\0'), new_password: decomposed('ñ'), current_password: decomposed('ñ') }
    expect((await send(typed)).body).toEqual({ body: typed })
  })

  test('are normalized in every route by one validator', () => {
    expect(routesOf(app).filter(({ validatorCompiler }) => validatorCompiler)).toEqual([])
  })
})

test('a label and the name of a placeholder must be one line', async () => {
  const as = await createPerson({ role: 'admin' })
  const prompt = await createPrompt()
  const path = adminPaths.api.libraryItem('prompts', prompt.id)
  const { body: stored, headers } = await get(path, { as })
  const change = (texts: object) =>
    put(
      path,
      { ...stored, texts: { en: { ...stored.texts.en, ...texts }, es: null } },
      { as, headers: { 'if-match': String(headers.etag) } },
    )
  expect((await change({ labels: { topic: 'a\u202eb' } })).body).toHaveProperty(['texts.en.labels.topic'])
  expect((await change({ labels: { topic: 'a\nb' } })).body).toHaveProperty(['texts.en.labels.topic'])
  expect((await change({ example_values: { 'to\npic': 'a' } })).body).toHaveProperty([
    'texts.en.example_values.to\npic',
  ])
})

describe('a string in decomposed form is stored or found in composed form', () => {
  test('as a first name', async () => {
    const as = await createPerson()
    await patch(paths.api.me, { first_name: decomposed('Ángel'), last_name: decomposed('Ñu') }, { as })
    expect((await get(paths.api.me, { as })).body).toMatchObject({ first_name: 'Ángel', last_name: 'Ñu' })
  })

  test('as a thread and a comment, with "\n" as line end', async () => {
    const as = await createPoster({ role: 'admin' })
    const section = await createSection()
    const { api } = forumPaths
    const thread = {
      title: decomposed('Qué prompt usáis'),
      section: section.slug,
      description: decomposed('Línea\r\notra línea'),
    }
    const { body } = await post(api.threads(), thread, { as })
    expect((await get(api.thread(body.meta_slug), { as })).body).toMatchObject({
      title: 'Qué prompt usáis',
      source: 'Línea\notra línea',
    })
  })

  test('as a search term', async () => {
    const prompt = await createPrompt({ en: { title: 'Ödland-Ñandú' } })
    const { body } = await get(paths.api.promptSearch({ q: decomposed('Ödland-Ñandú') }))
    expect(body.results).toMatchObject([{ slug: prompt.slug }])
  })

  test('as the slug in the data of a page', async () => {
    const prompt = await createPrompt({ slug: 'ödland-ñandú' })
    const { body } = await app.publicReads.answer(paths.api.prompt(decomposed(prompt.slug)), 'en')
    expect(body).toMatchObject({ slug: prompt.slug })
  })

  test('as a former slug', async () => {
    const prompt = await createPrompt({ slug: 'señal-antigua' })
    await db.prompt.update({ where: { id: prompt.id }, data: { slug: 'señal-nueva' } })
    const { statusCode, headers } = await app.inject(paths.api.prompt(decomposed('señal-antigua')))
    expect([statusCode, headers.location]).toEqual([301, paths.api.prompt('señal-nueva')])
  })

  test('as the name of a tag, whose slug is ASCII', async () => {
    const as = await createPerson({ role: 'admin' })
    const { api } = adminPaths
    const tag = { slug: newSlug('tag'), texts: { en: { name: decomposed('Año') }, es: null } }
    const { status, body } = await post(api.library('tags'), tag, { as })
    expect(status).toBe(201)
    expect(body.texts.en.name).toBe('Año')
  })
})

const file = (title: string) => `---\r\ntitle: ${title}\r\nexcerpt: Más\r\n---\r\nUna línea\r\notra\r\n`

test('a post from a file is normalized to NFC with "\n" as line end, and its title must be one line', () => {
  expect(parsePostFile('my-post.es.md', decomposed(file('Título')))).toMatchObject({
    title: 'Título',
    excerpt: 'Más',
    body: 'Una línea\notra',
  })
  expect(() => parsePostFile('my-post.es.md', file('a\u202eb'))).toThrow('title: takes one line of text.')
  expect(() => parsePostFile('my-post.es.md', file('a\0b'))).toThrow('It has a NUL')
})

test('the migration to NFC normalizes stored texts, and changes nothing else', async () => {
  const migration = await readFile(
    new URL('../../../prisma/migrations/20261128083000_normalized_texts/migration.sql', import.meta.url),
    'utf8',
  )
  const written = { title: 'Título', content: 'uno\r\ndos\rtres ñ', labels: { señal: String.raw`a\r ñ` } }
  const [before, same] = [
    await createPrompt({ en: JSON.parse(decomposed(JSON.stringify(written))) }),
    await createPrompt(),
  ]
  const [first, second] = [await createTag(), await createTag()]
  await db.tag.update({ where: { id: first.id }, data: { slug: decomposed(`ñ-${first.slug}`) } })
  await db.tag.update({ where: { id: second.id }, data: { slug: decomposed(`ü-${second.slug}`) } })
  await db.tag.create({ data: { slug: `ü-${second.slug}` } })
  await db.prompt.update({
    where: { id: before.id },
    data: { test_records: [{ model: decomposed('é'), version: 'a\r\n\rb' }] },
  })
  const version = () => db.$queryRaw`SELECT xmin::text, ctid::text FROM prompt_text WHERE prompt_id = ${same.id}`
  const former = await version()
  await sql.query(migration)
  expect(await db.promptText.findMany({ where: { prompt_id: before.id, locale: 'en' } })).toMatchObject([
    { title: 'Título', content: 'uno\ndos\ntres ñ', labels: { señal: String.raw`a\r ñ` } },
  ])
  expect(await db.prompt.findUnique({ where: { id: before.id } })).toMatchObject({
    test_records: [{ model: 'é', version: 'a\n\nb' }],
  })
  expect(await db.tag.findUnique({ where: { id: first.id } })).toMatchObject({ slug: `ñ-${first.slug}` })
  expect(await db.tag.findUnique({ where: { id: second.id } })).toMatchObject({ slug: decomposed(`ü-${second.slug}`) })
  expect(await version()).toEqual(former)
})
