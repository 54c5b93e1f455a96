import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import type { Section, ThreadCard } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { db } from '../../../server/database/db.ts'
import type { Thread } from '../../../server/generated/client.ts'
import { readStarterTopics } from '../../../server/forum/starter-threads.ts'
import { app, get, openApp, patch, post, sql } from '../../support/app.ts'
import { announced } from '../../support/browser/world.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const texts = {
  en: { title: 'How do I keep the tone?', description: 'It is about the tone of my notes.' },
  es: { title: '¿Cómo mantengo el tono?', description: 'Se trata del tono de mis notas.' },
}
const section = await createSection()

const { api } = forumPaths
const slugsOf = async (path: string, locale: Locale = 'en') =>
  ((await get(path, { locale })).body.results as ThreadCard[]).map(({ meta_slug }) => meta_slug)

async function createMixed(changes: object = {}) {
  const mixed = await createSection()
  const threads: Thread[] = []
  for (const language of ['en', 'es', 'es', 'en'] as const)
    threads.push(
      await createThread({ section: mixed, language, created_at: new Date(Date.now() + threads.length), ...changes }),
    )
  const newestFirst = threads.map(({ meta_slug }) => meta_slug).toReversed()
  const of = (language: Locale) =>
    newestFirst.filter((slug) => threads.some((thread) => thread.meta_slug === slug && thread.language === language))
  return { section: mixed, threads, all: newestFirst, en: of('en'), es: of('es') }
}

describe('lists of threads in two languages', () => {
  test.each(['latest', 'active', 'popular', 'discussed'] as const)(
    "show the threads of the reader's language, or all, by %s",
    async (order) => {
      const { section: mixed, ...expected } = await createMixed({ likes: 1 })
      const list = { section: mixed.slug, order }
      // Equal counts are ordered by id, as the dates are.
      expect(await slugsOf(api.threads(list))).toEqual(expected.en)
      expect(await slugsOf(api.threads(list), 'es')).toEqual(expected.es)
      expect(await slugsOf(api.threads({ ...list, languages: 'all' }), 'es')).toEqual(expected.all)
    },
  )

  test('in all languages can be paged in both directions', async () => {
    const { section: mixed, all } = await createMixed()
    const { body } = await get(api.threads({ section: mixed.slug, languages: 'all', limit: 3 }))
    const second = (await get(body.next)).body
    expect([...body.results, ...second.results].map(({ meta_slug }: ThreadCard) => meta_slug)).toEqual(all)
    expect(await slugsOf(second.previous)).toEqual(all.slice(0, 3))
  })

  test('include pinned threads of the language alone, and count the threads of each section', async () => {
    const { section: mixed, threads, all } = await createMixed()
    const pinned = threads.find(({ language }) => language === 'es')
    await db.thread.update({ where: { id: pinned?.id ?? 0 }, data: { pinned_at: new Date() } })
    await announced(app)
    expect(await slugsOf(api.threads({ section: mixed.slug }))).not.toContain(pinned?.meta_slug)
    expect((await slugsOf(api.threads({ section: mixed.slug }), 'es'))[0]).toBe(pinned?.meta_slug)
    expect((await slugsOf(api.threads({ section: mixed.slug, languages: 'all' })))[0]).toBe(pinned?.meta_slug)
    const countIn = async (path: string, locale: Locale) =>
      ((await get(path, { locale })).body as Section[]).find(({ slug }) => slug === mixed.slug)?.thread_count
    await db.thread.update({ where: { meta_slug: all[0] ?? '' }, data: { language: 'es' } })
    await announced(app)
    expect(await countIn(api.sections, 'en')).toBe(1)
    expect(await countIn(api.sections, 'es')).toBe(3)
    expect(await countIn(`${api.sections}?languages=all`, 'en')).toBe(4)
  })

  test('of a search and of a search in comments are filtered alike', async () => {
    const word = newSlug('word').replaceAll('-', 'x')
    const { threads, en, es, all } = await createMixed({ title: `About ${word}` })
    for (const thread of threads) await createComment({ thread, body: `All of ${word}` })
    const q = { q: word }
    expect((await slugsOf(api.threads(q))).toSorted()).toEqual(en.toSorted())
    expect((await slugsOf(api.threads(q), 'es')).toSorted()).toEqual(es.toSorted())
    expect((await slugsOf(api.threads({ ...q, languages: 'all' }))).toSorted()).toEqual(all.toSorted())
    const commented = async (query: object, locale: Locale) =>
      (await get(api.foundComments({ ...q, ...query }), { locale })).body.results.map(
        ({ thread }: { thread: ThreadCard }) => thread.language,
      )
    expect(await commented({}, 'es')).toEqual(['es', 'es'])
    expect(await commented({ languages: 'all' }, 'es')).toHaveLength(4)
  })

  test('of the feed are filtered alike', async () => {
    const { en, es } = await createMixed({ created_at: new Date(Date.now() + 60_000) })
    const titlesIn = async (path: string) => {
      const { text } = await get(path)
      return [...en, ...es].filter((slug) => text.includes(`/${slug}<`))
    }
    expect(await titlesIn(forumPaths.rss)).toEqual(en)
    expect(await titlesIn(`${forumPaths.rss}?lang=es`)).toEqual(es)
    expect(await titlesIn(`${forumPaths.rss}?lang=es&languages=all`)).toEqual([...en, ...es])
  })

  test('refuse another choice', async () => {
    const { status, body } = await get('/api/forum/threads/?languages=en')
    expect([status, Object.keys(body)]).toEqual([400, ['languages']])
  })

  test.each(['latest', 'active', 'popular', 'discussed'] as const)(
    'read an index of the language by %s',
    async (order) => {
      const keys = {
        latest: 'published_at',
        active: 'last_activity_at',
        popular: '(likes - dislikes)',
        discussed: 'comment_count',
      }
      for (const prefix of ['', 'section_']) {
        const { rows } = await sql.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT * FROM thread WHERE ${prefix && 'section_id = 1 AND'} language = 'es' AND status = 'published'
            AND hidden_at IS NULL AND deleted_at IS NULL ORDER BY ${keys[order]} DESC, id DESC LIMIT 21`,
        )
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`thread_${prefix}language_${order}`)
      }
    },
  )
})

const submit = async (body: object, locale: Locale = 'en') => {
  const as = await createPoster()
  const submitted = await post(api.threads(), { section: section.slug, ...body }, { as, locale })
  return { as, submitted, path: api.thread(submitted.body.meta_slug) }
}

describe('the language of a thread', () => {
  test.each(['en', 'es'] as const)('is guessed from its text: %s', async (language) => {
    const { as, path } = await submit(texts[language], language === 'en' ? 'es' : 'en')
    expect((await get(path, { as })).body.language).toBe(language)
  })

  test("is the interface's for a text that shows none, or the author's choice", async () => {
    const unclear = { title: 'GPT-4o, Claude 4', description: '1234567890' }
    const { as, path } = await submit(unclear, 'es')
    expect((await get(path, { as })).body.language).toBe('es')
    const chosen = await submit({ ...texts.en, language: 'es' })
    expect((await get(chosen.path, { as: chosen.as })).body.language).toBe('es')
  })

  test('is refused by name if it is not one of the two', async () => {
    const { submitted } = await submit({ ...texts.en, language: 'fr' })
    expect([submitted.status, Object.keys(submitted.body)]).toEqual([400, ['language']])
  })

  test('can be changed by the author while the thread can be edited', async () => {
    const { as, path } = await submit(texts.en)
    const { status, body } = await patch(path, { language: 'es' }, { as })
    expect([status, body.language, body.title]).toEqual([200, 'es', texts.en.title])
    expect((await patch(path, { language: 'en' }, { as: await createPerson() })).status).toBe(403)
  })

  test('is guessed for threads of an earlier release, by the text and then by the author', async () => {
    const [step = ''] = readFileSync(
      'prisma/migrations/20261129030100_thread_language_indexes/migration.sql',
      'utf8',
    ).split(';\n')
    const spanish = await createPerson({ language: 'es' })
    const expected = new Map<string, Locale>()
    for (const topic of await readStarterTopics())
      for (const language of ['en', 'es'] as const) {
        const { title, description } = topic.texts[language]
        const { meta_slug } = await createThread({ section, author: spanish, title, description })
        expected.set(meta_slug, language)
      }
    for (const [author, language] of [
      [spanish, 'es'],
      [null, 'en'],
    ] as const)
      expected.set((await createThread({ section, author, title: 'GPT-4o', description: '12' })).meta_slug, language)
    const coded = `Esto es de la prueba\n\`\`\`\nthe text that you have is for the people\n\`\`\`\ny ya está`
    expected.set((await createThread({ section, author: null, title: 'GPT', description: coded })).meta_slug, 'es')
    await sql.query(step)
    const rows = await db.thread.findMany({ where: { meta_slug: { in: [...expected.keys()] } } })
    expect(new Map(rows.map(({ meta_slug, language }) => [meta_slug, language]))).toEqual(
      new Map(rows.map(({ meta_slug }) => [meta_slug, expected.get(meta_slug)])),
    )
  })
})
