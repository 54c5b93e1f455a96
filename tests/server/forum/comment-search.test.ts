import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import type { FoundComment } from '#shared/forum/comment-search.ts'
import { db } from '../../../server/database/db.ts'
import { limits } from '../../../server/limits/limits.ts'
import { get, openApp, remove, sql, startApp } from '../../support/app.ts'
import { createMember, writeComment } from '../../support/commenting.ts'
import { createComment, createSection, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const { foundComments } = forumPaths.api
const newWord = () => newSlug('word').replaceAll('-', 'x')
const find = async (q: string, query: object = {}): Promise<FoundComment[]> =>
  (await get(foundComments({ q, ...query }))).body.results
const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b)
const idsFor = async (q: string, query?: object) => (await find(q, query)).map(({ id }) => id)
const idsInOrder = async (q: string, query?: object) => ascending(await idsFor(q, query))

describe('GET /api/forum/comments/', () => {
  test('returns the comment with its thread, its author and an excerpt around the match', async () => {
    const [word, author, thread] = [newWord(), await createMember(), await createThread()]
    const body = `${'Much is said before. '.repeat(60)}Then **Cancún & ${word}** comes up. ${'Much is said after. '.repeat(60)}`
    const { id, created_at } = (await writeComment(thread, body, author)).body
    const [found, ...others] = await find(`cancun ${word.toUpperCase()}`)
    expect(others).toEqual([])
    expect(found).toEqual({
      id,
      thread: { meta_slug: thread.meta_slug, title: thread.title, language: 'en' },
      author: { username: author.username, avatar_color: expect.any(String), is_team: false },
      created_at,
      excerpt: expect.stringMatching(new RegExp(`^…Much .*Cancún & ${word} comes up\\..*…$`)),
    })
    expect(found?.excerpt.length).toBeLessThan(310)
    const short = await createComment({ body: `All about ${newWord()}: it is 42`, author: null })
    expect(await find(short.body)).toMatchObject([{ id: short.id, excerpt: short.body, author: null }])
  })

  test('puts the match into the excerpt where names and numbers are spelled differently', async () => {
    const far = 'Much is said here. '.repeat(60)
    const { id } = await createComment({ body: `${far}Take GPT-4 or C++ by E-mail, 支持中文吗. ${far}` })
    for (const q of ['gpt4', 'gpt 4', 'C++', 'email', '中文', '"gpt 4 or"'])
      expect([q, await find(q)]).toMatchObject([q, [{ id, excerpt: expect.stringMatching(/^….*Take GPT-4 .*…$/) }]])
  })

  test('returns excerpts of code as plain text, without HTML', async () => {
    const [word, author, thread] = [newWord(), await createMember(), await createThread()]
    await writeComment(thread, `Write \`<b>${word}</b>\`, as in [this](https://example.com/a).`, author)
    expect((await find(word))[0]?.excerpt).toBe(`Write <b>${word}</b>, as in this.`)
  })

  test('lists the best match first, without repeats from page to page', async () => {
    const word = newWord()
    const once = await createComment({ body: `${word} is said a single time among other words` })
    const often = await createComment({ body: `${word} ${word} ${word}` })
    const twins = [await createComment({ body: `a ${word} b` }), await createComment({ body: `a ${word} b` })]
    const all = await idsFor(word)
    expect(all[0]).toBe(often.id)
    expect(ascending(all)).toEqual(ascending([once, often, ...twins].map(({ id }) => id)))
    const read: number[] = []
    for (let next: string | null = foundComments({ q: word, limit: 1 }); next !== null;) {
      const { body }: { body: { results: FoundComment[]; next: string | null } } = await get(next)
      read.push(...body.results.map(({ id }) => id))
      next = body.next
    }
    expect(read).toEqual(all)
  })

  test('supports the search operators and the filters for section and author', async () => {
    const [one, two, section, author] = [newWord(), newWord(), await createSection(), await createPerson()]
    const { id: apart } = await createComment({ body: `${one} and ${two}`, author })
    const thread = await createThread({ section })
    const { id: together } = await createComment({ body: `${one} ${two}`, thread })
    const { id: single } = await createComment({ body: `${one} alone`, author })
    expect(await idsInOrder(`"${one} ${two}"`)).toEqual([together])
    expect(await idsInOrder(`${one} -${two}`)).toEqual([single])
    expect(await idsInOrder(`${two} or alone ${one}`)).toEqual(ascending([apart, together, single]))
    expect(await idsInOrder(one, { section: section.slug })).toEqual([together])
    expect(await idsInOrder(one, { author: author.username })).toEqual(ascending([apart, single]))
    expect(await idsInOrder(one, { section: 'no-such' })).toEqual([])
  })

  test('finds public comments only, for every reader', async () => {
    const [word, author] = [newWord(), await createMember()]
    const body = `${word} is here`
    const gone = { hidden_at: new Date() }
    await createComment({ body, author, status: 'pending' })
    await createComment({ body, author, ...gone })
    await createComment({ body, author, deleted_at: new Date() })
    for (const threadOptions of [{ status: 'pending' }, gone, { deleted_at: new Date() }] as const)
      await createComment({ body, author, thread: await createThread(threadOptions) })
    for (const as of [undefined, author, await createMember({ role: 'admin' })])
      expect((await get(foundComments({ q: word }), { as })).body).toEqual({ results: [], next: null })
    const thread = await createThread()
    const { id } = await createComment({ body, author, thread })
    expect(await idsFor(word)).toEqual([id])
    await remove(forumPaths.api.comment(id), undefined, { as: author })
    expect(await idsFor(word)).toEqual([])
    await db.comment.update({ where: { id }, data: { deleted_at: null } })
    expect(await idsFor(word)).toEqual([id])
    await db.user.update({ where: { id: author.id }, data: { erased_at: new Date() } })
    expect(await find(word)).toMatchObject([{ id, author: null }])
  })

  test('returns an empty list without a search term', async () => {
    await createComment()
    for (const query of ['', '?q=', '?q=%20%20'])
      expect(await get(`/api/forum/comments/${query}`)).toMatchObject({
        status: 200,
        body: { results: [], next: null },
      })
  })

  test('names the invalid field with 400', async () => {
    const { body } = await get('/api/forum/threads/?limit=1')
    const [, cursor] = /cursor=([\w-]+)/.exec(body.next ?? '') ?? ['', 'x']
    for (const [field, query] of [
      ['q', 'q=%00'],
      ['q', `q=${'a'.repeat(201)}`],
      ['limit', 'q=a&limit=51'],
      ['cursor', `q=a&cursor=${cursor}`],
      ['author', 'q=a&author=%00'],
    ] as const)
      expect([query, await get(`/api/forum/comments/?${query}`)]).toMatchObject([
        query,
        { status: 400, body: { [field]: [expect.any(String)] } },
      ])
  })

  test('shares its rate limit with the search of threads', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const as = await createPerson()
    const search = (path: string) => get(path, { of, as })
    for (let time = 1; time < limits.search.points; time++)
      expect((await search(foundComments({ q: 'what nobody wrote' }))).status).toBe(200)
    expect((await search(forumPaths.api.threads({ q: 'what nobody wrote' }))).status).toBe(200)
    expect((await search(foundComments({ q: 'what nobody wrote' }))).status).toBe(429)
  })

  test('uses an index with 5,000 public comments', async () => {
    const [word, thread] = [newWord(), await createThread()]
    await sql.query(
      `INSERT INTO comment (thread_id, body, body_html, render_version)
       SELECT $1, 'common words of comment ' || number, '<p>common words</p>', 1 FROM generate_series(1, 5000) AS number`,
      [thread.id],
    )
    await createComment({ thread, body: word })
    await sql.query('ANALYZE comment')
    const [statement = ''] = (await statementsDuring(() => find(word))).filter((text) => text.includes('ranked AS'))
    expect(statement).toContain(`to_tsvector('public.simple_plain'::regconfig, search_words(comment.body)) @@`)
    await sql.query('SET enable_seqscan = off')
    const { rows } = await sql.query(
      `EXPLAIN SELECT id FROM comment WHERE to_tsvector('public.simple_plain'::regconfig, search_words(comment.body)) @@ (SELECT websearch_to_tsquery('public.simple_plain', 'word'))
          AND comment.status = 'published' AND comment.hidden_at IS NULL AND comment.deleted_at IS NULL`,
    )
    expect(JSON.stringify(rows)).toContain('comment_words')
    expect(await idsFor('common words', { limit: 50 })).toHaveLength(50)
  })
})
