import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import { completeSearchRows } from '../../../server/library/library.jobs.ts'
import { get, openApp, sql } from '../../support/app.ts'
import { createPost } from '../../support/blog.ts'
import { createComment, createSection, createThread } from '../../support/forum.ts'
import { createModel, createPrompt, createTag, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const texts = {
  gpt: 'A guide to GPT-4',
  node: 'Servers with Node.js',
  cplusplus: 'Templates in C++ today',
  csharp: 'Classes in C#, today',
  c: 'Pointers in C today',
  dotnet: 'Moving on to .NET',
  year: 'Budget for 2026/27',
  hyphened: 'Write an E-mail',
  joined: 'Send an email',
  ab: 'Plan an A/B test',
  utf: 'Read UTF-8 files',
  chinese: '支持中文吗',
  japanese: 'データを読む方法',
  thai: 'ภาษาไทยง่าย',
  version: 'Notes on release 1.2.3',
  power: 'Tolerate 1e5 at -40',
  host: 'See https://docs.example.com/start/page.html',
  address: 'Ask ana.gil@example.org',
  tag: 'Fill in <customer_name> here',
  entity: 'Black &amp; white',
  name: "Books by O'Reilly",
  parts: 'Ask follow-up questions',
  accented: 'Él coordinó el co-diseño',
  quokkas: 'Photos of a quokka',
  korean: '한국어 이메일을 작성하기',
  quok: 'One quok is enough',
}
type Text = keyof typeof texts

/** Queries with the expected texts, exact matches first; texts in inner arrays in any order. */
const queries: [string, (Text | Text[])[]][] = [
  ['GPT-4', ['gpt']],
  ['gpt4', ['gpt']],
  ['gpt 4', ['gpt']],
  ['"gpt 4"', ['gpt']],
  ['gpt', ['gpt']],
  ['gpt 5', []],
  ['gpt-5', []],
  ['gpt5', []],
  ['guide -gpt4', []],
  ['guide -gpt5', ['gpt']],
  ['guide -"4 gpt"', ['gpt']],
  ['node', ['node']],
  ['e-mai', [['hyphened', 'joined']]],
  ['이메일', ['korean']],
  ['작성', ['korean']],
  ['nodejs', ['node']],
  ['Node.js', ['node']],
  ['node js', ['node']],
  ['C++', ['cplusplus']],
  ['c++ templates', ['cplusplus']],
  ['C#', ['csharp']],
  ['C', ['c']],
  ['today -C++', [['csharp', 'c']]],
  ['.NET', ['dotnet']],
  ['dotnet', ['dotnet']],
  ['2026', ['year']],
  ['27', ['year']],
  ['2026/27', ['year']],
  ['email', [['hyphened', 'joined']]],
  ['E-mail', [['hyphened', 'joined']]],
  ['e mail', ['hyphened']],
  ['"send an e-mail"', []],
  ['"an e-mail"', ['hyphened']],
  ['a b test', ['ab']],
  ['A/B test', ['ab']],
  ['ab test', ['ab']],
  ['utf 8', ['utf']],
  ['utf8', ['utf']],
  ['utf-8', ['utf']],
  ['utf-16', []],
  ['中文', ['chinese']],
  ['文', ['chinese']],
  ['支持中文吗', ['chinese']],
  ['文中', []],
  ['データ', ['japanese']],
  ['読む', ['japanese']],
  ['ไทย', ['thai']],
  ['1.2.3', ['version']],
  ['1.2', ['version']],
  ['1.3', []],
  ['1e5', ['power']],
  ['40', ['power']],
  ['example.com', ['host']],
  ['docs.example.com', ['host']],
  ['page.html', ['host']],
  ['start/page', ['host']],
  ['ana.gil@example.org', ['address']],
  ['gil', ['address']],
  ['customer_name', ['tag']],
  ['customer', ['tag']],
  ['white', ['entity']],
  ["O'Reilly", ['name']],
  ['O’Reilly', ['name']],
  ['oreilly', ['name']],
  ['follow-up', ['parts']],
  ['followup', ['parts']],
  ['"follow up questions"', ['parts']],
  ['codiseño', ['accented']],
  ['diseno', ['accented']],
  ['quok', ['quok', 'quokkas']],
  ['photos quok', ['quokkas']],
  ['"quok"', ['quok']],
  ['-quok photos', ['quokkas']],
  ['quo', []],
  ['gpt4 or utf8', [['gpt', 'utf']]],
]

const plain = { title: 'One', short_description: 'One', content: 'One', how_to_use: '', known_issues: '' }
const keys = Object.keys(texts) as Text[]
const numeral = (key: Text) => 'x'.repeat(keys.indexOf(key) + 1)
const fromNumeral = (title: string) => keys[title.length - 1]
type Titled = { title: string }

/** Each stores all texts, and returns a search for their keys. */
const places: Record<string, () => Promise<(q: string) => Promise<(Text | undefined)[]>>> = {
  'titles of the library': async () => {
    const use_case = await createUseCase()
    for (const title of Object.values(texts)) await createPrompt({ use_case, en: { ...plain, title } })
    return async (q) =>
      (await get(paths.api.promptSearch({ q }))).body.results.map(({ title }: Titled) =>
        keys.find((key) => texts[key] === title),
      )
  },
  'contents of the library': async () => {
    await sql.query('DELETE FROM prompt')
    const use_case = await createUseCase()
    for (const key of keys) await createPrompt({ use_case, en: { ...plain, title: numeral(key), content: texts[key] } })
    return async (q) =>
      (await get(paths.api.promptSearch({ q }))).body.results.map(({ title }: Titled) => fromNumeral(title))
  },
  'titles of threads': async () => {
    const section = await createSection()
    for (const title of Object.values(texts)) await createThread({ section, title, description: 'One' })
    return async (q) =>
      (await get(forumPaths.api.threads({ q }))).body.results.map(({ title }: Titled) =>
        keys.find((key) => texts[key] === title),
      )
  },
  'descriptions of threads': async () => {
    await sql.query('DELETE FROM thread')
    const section = await createSection()
    for (const key of keys)
      await createThread({
        section,
        title: numeral(key),
        description: texts[key],
      })
    return async (q) =>
      (await get(forumPaths.api.threads({ q }))).body.results.map(({ title }: Titled) => fromNumeral(title))
  },
  comments: async () => {
    const thread = await createThread({ title: 'One', description: 'One' })
    const ids = new Map<number, Text>()
    for (const key of keys) ids.set((await createComment({ thread, body: texts[key] })).id, key)
    return async (q) =>
      (await get(forumPaths.api.foundComments({ q }))).body.results.map(({ id }: { id: number }) => ids.get(id))
  },
  'titles of news': async () => {
    for (const title of Object.values(texts)) await createPost({ en: { title, excerpt: 'One', body: 'One' } })
    return async (q) =>
      (await get(blogPaths.api.posts({ q }))).body.results.map(({ title }: Titled) =>
        keys.find((key) => texts[key] === title),
      )
  },
  'texts of news': async () => {
    await sql.query('DELETE FROM post')
    for (const key of keys) await createPost({ en: { title: numeral(key), excerpt: 'One', body: texts[key] } })
    return async (q) =>
      (await get(blogPaths.api.posts({ q }))).body.results.map(({ title }: Titled) => fromNumeral(title))
  },
}

describe('searchWords', () => {
  test('returns the plain words of 5,000 texts, like the database function search_words', async () => {
    const pieces =
      `a b js JS node é ñ 4 12 . - / & ' ’ + ++ # _ .net .NET 中 カ ー ก ิ Я — “ c C x < > @ : e ß \u0301 한 😀 𠀀 1e5 www. ://`.split(
        ' ',
      )
    let seed = 1
    const next = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
    const samples = Array.from({ length: 5_000 }, () =>
      Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length + 2)] ?? ' ').join(''),
    )
    const { rows } = await sql.query<{ text: string; words: string; kinds: string[] }>(
      `SELECT text, search_words(text) AS words, ARRAY(
                SELECT DISTINCT alias FROM ts_parse('default', search_words(text)) JOIN ts_token_type('default') USING (tokid)) AS kinds
         FROM unnest($1::text[]) AS text`,
      [samples],
    )
    for (const { text, words, kinds } of rows) {
      expect([text, searchWords(text)]).toEqual([text, words])
      const special = kinds.filter((kind) => !['asciiword', 'word', 'numword', 'uint', 'blank'].includes(kind))
      expect([text, special]).toEqual([text, []])
    }
  })
})

/** Sorts the results that may come in any order. */
function inAnyOrder(found: (Text | undefined)[], expected: (Text | Text[])[]): string[] {
  const left = found.map((key) => key ?? 'unknown')
  const read = expected.flatMap((one) => left.splice(0, [one].flat().length).toSorted((a, b) => a.localeCompare(b)))
  return [...read, ...left]
}

describe('a search finds names and numbers as people type them', () => {
  test.each(Object.keys(places))('in %s', async (searchName) => {
    const find = await places[searchName]?.()
    for (const [q, expected] of queries) {
      const found = (await find?.(q)) ?? []
      expect([q, inAnyOrder(found, expected)]).toEqual([q, inAnyOrder(expected.flat(), expected)])
    }
  })
})

const pathsOf = (q: string) => [paths.api.promptSearch({ q }), forumPaths.api.threads({ q })]
const titlesAt = async (path: string) => (await get(path)).body.results.map(({ title }: Titled) => title)

test('the shorter of two matching titles is listed first', async () => {
  const use_case = await createUseCase()
  for (const title of ['The zorbit', 'A zorbit.5 of others', 'Many zorbits among people']) {
    await createPrompt({ use_case, en: { ...plain, title } })
    await createThread({ title })
  }
  for (const path of pathsOf('zorbit')) expect((await titlesAt(path))[0]).toBe('The zorbit')
})

test('a word excluded with minus is in no result', async () => {
  const use_case = await createUseCase()
  for (const content of ['with a tramwire', 'without one']) {
    await createPrompt({ use_case, en: { ...plain, title: `A pentaquat ${content.slice(0, 7)}`, content } })
    await createThread({ title: `A pentaquat ${content.slice(0, 7)}`, description: content })
  }
  for (const path of pathsOf('pentaquat -tramwire')) expect(await titlesAt(path)).toEqual(['A pentaquat without'])
})

describe('words that begin with the last query word', () => {
  test('are listed after exact matches, each once on all pages, in one order', async () => {
    const use_case = await createUseCase()
    for (let number = 0; number < 12; number++) {
      const [word, filler] = [number % 2 ? 'gazebo' : 'gazebonia', number % 3 ? 'x' : 'gazebonian']
      await createPrompt({
        use_case,
        en: { ...plain, title: number % 4 ? `A ${word}` : 'One', content: `${word} ${filler}` },
      })
      await createThread({ title: number % 4 ? `A ${word}` : 'One', description: `${word} ${filler}` })
    }
    for (const path of [
      paths.api.promptSearch({ q: 'gazebo', limit: 50 }),
      forumPaths.api.threads({ q: 'gazebo', limit: 50 }),
    ]) {
      const whole = (await get(path)).body.results
      expect(whole).toHaveLength(12)
      expect(whole.slice(0, 6).filter(({ title }: Titled) => title === 'A gazebonia')).toEqual([])
      const paged: unknown[] = []
      for (let next: string | null = path.replace('limit=50', 'limit=1'); next !== null;) {
        const { body } = await get(next)
        paged.push(...body.results)
        next = body.next
      }
      expect(paged).toEqual(whole)
    }
  })

  test('are found although stemming would shorten the query word, in both languages', async () => {
    const [en, es] = [{ title: 'Negotiating at a university' }, { title: 'Negociaciones en la universidad' }]
    const prompt = await createPrompt({ en: { ...plain, ...en }, es: { ...plain, ...es } })
    const post = await createPost({ en, es })
    for (const [q, locale] of [
      ['negoti', 'en'],
      ['negotiat', 'en'],
      ['negotiati', 'en'],
      ['universi', 'en'],
      ['universit', 'en'],
      ['negocia', 'es'],
      ['negociaci', 'es'],
      ['universid', 'es'],
    ] as const)
      for (const [path, slug] of [
        [paths.api.promptSearch({ q }), prompt.slug],
        [blogPaths.api.posts({ q }), post.slug],
      ] as const)
        expect([q, (await get(path, { locale })).body.results]).toEqual([q, [expect.objectContaining({ slug })]])
  })
})

const find = async (q: string): Promise<string[]> =>
  (await get(paths.api.promptSearch({ q }))).body.results.map(({ slug }: { slug: string }) => slug)

test('search rows of an older words_version match old spellings only, until completeSearchRows rewrites them', async () => {
  const { id, slug } = await createPrompt({ en: { ...plain, title: 'Ask HAL-9000', content: 'Written for E-mail' } })
  await sql.query(
    `UPDATE prompt_search SET words_version = 1, title = to_tsvector('english_plain', 'Ask HAL-9000'),
            document = to_tsvector('english_plain', 'Ask HAL-9000 Written for E-mail') WHERE prompt_id = $1`,
    [id],
  )
  expect([await find('hal'), await find('hal9000')]).toEqual([[slug], []])
  await completeSearchRows(60_000)
  expect([await find('hal'), await find('hal9000'), await find('written email')]).toEqual([[slug], [slug], [slug]])
})

const titles = [
  'Ask GPT-4',
  'Serve with Node.js',
  'Learn C++',
  'Learn C#',
  'Write an E-mail',
  'Run an A/B test',
  '支持中文吗',
]
/** Queries with the expected titles. */
const parts: [string, string[]][] = [
  ...['gpt4', 'gpt 4', 'GPT-4', 'k gpt4'].map((q): [string, string[]] => [q, ['Ask GPT-4']]),
  ...['nodejs', 'node js', 'node.j'].map((q): [string, string[]] => [q, ['Serve with Node.js']]),
  ['C++', ['Learn C++']],
  ['c#', ['Learn C#']],
  ...['email', 'e mail', 'E-mail', 'emai'].map((q): [string, string[]] => [q, ['Write an E-mail']]),
  ...['a b test', 'A/B', 'ab a'].map((q): [string, string[]] => [q, ['Run an A/B test']]),
  ['中文', ['支持中文吗']],
  ['gpt5', []],
  ['文中', []],
  ['.', ['Serve with Node.js']],
]

const findUseCases = async (q: string): Promise<string[]> =>
  (await get(paths.api.useCases({ q }))).body.map(({ title }: Titled) => title)

describe('a part of a title is found in every spelling of names and numbers', () => {
  const lists: Record<string, [(title: string) => Promise<unknown>, (q: string) => string, string]> = {
    'use cases': [(title) => createUseCase({ en: { title } }), (q) => paths.api.useCases({ q }), 'title'],
    'models, to an admin': [createModel, (q) => adminPaths.api.library('models', { q }), 'name'],
    'use cases, to an admin': [
      (title) => createUseCase({ en: { title } }),
      (q) => adminPaths.api.library('use-cases', { q }),
      'name',
    ],
    'tags, to an admin': [(name) => createTag({ en: { name } }), (q) => adminPaths.api.library('tags', { q }), 'name'],
  }
  test.each(Object.keys(lists))('among %s', async (kind) => {
    const [create, pathOf, name] = lists[kind] ?? []
    await sql.query('DELETE FROM prompt')
    await sql.query('DELETE FROM use_case')
    for (const title of titles) await create?.(title)
    const as = await createPerson({ role: 'admin' })
    for (const [q, expected] of parts) {
      const { body } = await get(pathOf?.(q) ?? '', { as })
      expect([q, (body.results ?? body).map((found: Record<string, string>) => found[name ?? ''])]).toEqual([
        q,
        expected,
      ])
    }
  })

  test('with titles that contain the query literally first', async () => {
    for (const title of ['Zen of e mail', 'An E-mail', 'A note by email'])
      await createUseCase({ en: { title: `${title} quarterly` } })
    expect(await findUseCases('e mail quarterly')).toEqual(['Zen of e mail quarterly', 'An E-mail quarterly'])
    expect(await findUseCases('email quarterly')).toEqual(['A note by email quarterly'])
  })
})
