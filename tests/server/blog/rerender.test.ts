import { describe, expect, test } from 'vitest'
import { rerenderPosts } from '../../../server/blog/rerender.ts'
import { db } from '../../../server/database/db.ts'
import { rerenderForum } from '../../../server/forum/rerender.ts'
import { renderVersion } from '../../../server/markdown/markdown.ts'
import { app, openApp, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const old = { render_version: 1, edited_at: new Date('2026-01-01T00:00:00Z') }
const description = '# A & *b*\n\nc'
const oldThread = () => createThread({ description, description_html: '<script>1</script>', ...old })
const countOutdated = () => db.thread.count({ where: { render_version: { lt: renderVersion } } })
const deep = `${'> '.repeat(200)}<b>`

describe('texts with an older render version', () => {
  test('are rendered again without changing their dates', async () => {
    const threads = [await oldThread(), await createThread({ ...old, description, status: 'pending' })]
    const comment = await createComment({ body: 'a *b*', body_html: 'x', ...old })
    await rerenderForum(60_000)
    for (const { id } of threads) {
      const after = await db.thread.findUniqueOrThrow({ where: { id } })
      expect(after).toMatchObject({
        description_html: '<h3>A &amp; <em>b</em></h3>\n<p>c</p>\n',
        excerpt: 'A & b c',
        render_version: renderVersion,
        edited_at: old.edited_at,
      })
    }
    expect(await db.comment.findUnique({ where: { id: comment.id } })).toEqual({
      ...comment,
      body_html: '<p>a <em>b</em></p>\n',
      render_version: renderVersion,
    })
  })

  test('of posts are rendered again in each language without changing their dates', async () => {
    const text = { title: 'T', excerpt: 'E', body: '## A', body_html: 'x', reading_minutes: 1, render_version: 1 }
    const texts = { create: (['en', 'es'] as const).map((locale) => ({ ...text, locale })) }
    const post = await db.post.create({ data: { slug: newSlug('post'), author_name: 'A', texts } })
    await rerenderPosts(60_000)
    const after = await db.post.findUniqueOrThrow({ where: { id: post.id }, include: { texts: true } })
    expect(after).toMatchObject(post)
    for (const { body_html, render_version } of after.texts)
      expect({ body_html, render_version }).toEqual({
        body_html: '<h2 id="h-a"><a href="#h-a">A</a></h2>\n',
        render_version: renderVersion,
      })
  })

  test('that are too complex for the present renderer become escaped plain text', async () => {
    const { id } = await createComment({ ...old, body: deep, body_html: '<b>' })
    await rerenderForum(60_000)
    const { body_html } = await db.comment.findUniqueOrThrow({ where: { id } })
    expect(body_html).toBe(`<p>${'&gt; '.repeat(200)}&lt;b&gt;</p>\n`)
  })

  test('with unchanged HTML keep their cached responses', async () => {
    const same = await createThread({ ...old, description: 'a', description_html: '<p>a</p>\n' })
    const other = await oldThread()
    await announced(app)
    for (const { id } of [same, other]) {
      const answer = {
        status: 200,
        etag: '',
        tags: [`thread:${id}`],
        headers: [],
        bodies: { identity: Buffer.alloc(0) },
      }
      app.responseCache.set(`of ${id}`, answer, app.responseCache.version)
    }
    await rerenderForum(60_000)
    await announced(app)
    expect([same, other].map(({ id }) => app.responseCache.get(`of ${id}`) !== undefined)).toEqual([true, false])
    expect(await countOutdated()).toBe(0)
  })

  test('of posts with unchanged HTML keep the cached news pages', async () => {
    const text = { title: 'T', excerpt: 'E', body: 'a', body_html: '<p>a</p>\n', reading_minutes: 1, render_version: 1 }
    const post = (changes: object) =>
      db.post.create({
        data: {
          slug: newSlug('post'),
          author_name: 'A',
          texts: { create: { locale: 'en', ...text, ...changes } },
        },
      })
    const outcome = async (changes: object) => {
      await post(changes)
      await announced(app)
      const answer = { status: 200, etag: '', tags: ['posts'], headers: [], bodies: { identity: Buffer.alloc(0) } }
      app.responseCache.set('the news', answer, app.responseCache.version)
      await rerenderPosts(60_000)
      await announced(app)
      return app.responseCache.get('the news') !== undefined
    }
    expect(await outcome({})).toBe(true)
    expect(await outcome({ body_html: 'x' })).toBe(false)
    expect(await db.postText.count({ where: { render_version: { lt: renderVersion } } })).toBe(0)
  })

  test('keep an edit that their author makes during the job', async () => {
    const { id } = await oldThread()
    await sql.query('BEGIN')
    await sql.query(`UPDATE thread SET description = 'b', description_html = 'c', render_version = $2 WHERE id = $1`, [
      id,
      renderVersion,
    ])
    const rendering = rerenderForum(60_000)
    await until(async () => {
      const waiting = await db.$queryRaw<object[]>`
        SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE 'UPDATE%thread%'`
      return waiting.length > 0
    })
    await sql.query('COMMIT')
    await rendering
    expect(await db.thread.findUnique({ where: { id } })).toMatchObject({ description: 'b', description_html: 'c' })
  })

  test('wait for the next run once the time of the job is used up', async () => {
    await Promise.all(Array.from({ length: 3 }, oldThread))
    await rerenderForum(0)
    expect(await countOutdated()).toBeGreaterThan(0)
    await rerenderForum(60_000)
    expect(await countOutdated()).toBe(0)
  })

  test('are found by an index, in a job every minute', async () => {
    await sql.query('SET enable_seqscan = off')
    for (const table of ['thread', 'comment']) {
      const { rows } = await sql.query(
        `EXPLAIN SELECT id FROM ${table} WHERE render_version < 2 ORDER BY render_version LIMIT 50`,
      )
      expect(JSON.stringify(rows)).toContain(`${table}_render_version_idx`)
      expect(JSON.stringify(rows)).not.toContain('Sort')
    }
    const { rows } = await sql.query(`SELECT name, cron FROM pgboss.schedule WHERE name LIKE '%_html' ORDER BY name`)
    expect(rows).toEqual([
      { name: 'forum_html', cron: '* * * * *' },
      { name: 'post_html', cron: '* * * * *' },
      { name: 'site_page_html', cron: '* * * * *' },
    ])
  })
})
