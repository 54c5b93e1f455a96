import { rmSync } from 'node:fs'
import type { Client } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { PromptChanges } from '#shared/admin/library.ts'
import { locks } from '../../../server/database/locks.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { getEdited } from '../../../server/editing/edit.ts'
import { changePrompt, prompts } from '../../../server/library/edit-prompts.ts'
import { exportLibrary } from '../../../server/library-import/export.ts'
import { prepareDatabase } from '../../../server/start/prepare.ts'
import { parseSettings } from '../../../server/settings/settings.ts'
import { upgradeStarterContent } from '../../../server/starter/upgrade.ts'
import { copyDatabase, createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { createFormerDatabase } from '../../support/postgres/former-release.ts'
import { createDataFolder, runServer } from '../../support/site.ts'

const postgres = inject('postgres')
const folder = createDataFolder()
const former = await createFormerDatabase(postgres)
afterAll(() => rmSync(folder, { recursive: true }))

const start = async (url: string, settings: Record<string, string> = {}) => {
  await prepareDatabase(parseSettings({ DATA_DIR: folder, DATABASE_URL: url, ...settings }), {
    url,
    release: () => Promise.resolve(),
  })
  await closeDatabase()
}
async function upgrade(url: string, options: { dryRun?: boolean } = {}) {
  await openDatabase(url, 2)
  return upgradeStarterContent({ author_name: 'Promptory', ...options }).finally(closeDatabase)
}
const countOf = async (client: Client, from: string) =>
  (await client.query(`SELECT count(*)::int FROM ${from}`)).rows[0].count as number

type Row = { type: string; slug: string } & Record<string, unknown>
async function readLibrary(url: string): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for await (const lines of exportLibrary(url))
    for (const line of lines.trimEnd().split('\n')) {
      const row = JSON.parse(line) as Row
      rows.set(`${row.type} ${row.slug}`, row)
    }
  return rows
}
const readPosts = (client: Client) =>
  client.query(`SELECT slug, status, published_at, is_featured, author_name, cover_hash, locale, title, excerpt, cover_alt, body, body_html,
                       (SELECT array_agg(tag.slug ORDER BY tag.slug) FROM post_tag AS tag WHERE tag.id = ANY (tag_ids)) AS tags
                  FROM post JOIN post_text ON post_id = post.id ORDER BY slug, locale`)
const readLists = (client: Client) =>
  client.query(`SELECT 'section' AS of, slug AS at, position, locale, name AS one, description AS other FROM section JOIN section_text ON section_id = id
          UNION ALL SELECT 'faq', page::text, position, locale, q, a FROM faq_item JOIN faq_item_text ON faq_item_id = id
          UNION ALL SELECT 'testimonial', name, position, locale, role, text FROM testimonial JOIN testimonial_text ON testimonial_id = id
          ORDER BY 1, 2, 3, 4`)

const readSite = (at: string) =>
  withClient(at, async (client) => ({
    posts: (await readPosts(client)).rows,
    lists: (await readLists(client)).rows,
  }))
const postsOf = (rows: { slug: string }[], slug: string | undefined) => rows.filter((row) => row.slug === slug)
const isNewSection = ({ of, at }: { of: string; at: string }) => of === 'section' && at !== 'general'

const readLibrarySize = async () =>
  [...(await readLibrary(fresh)).keys()].filter((key) => key.startsWith('prompt ')).length

const fresh = await createDatabase(postgres)
await start(fresh)
const freshLibrary = await readLibrary(fresh)
/** Slugs of prompts whose texts differ between the two releases. */
const formerLibrary = await readLibrary(former)
const rewritten = [...formerLibrary].flatMap(([key, { type, slug, texts }]) =>
  type === 'prompt' && JSON.stringify(texts) !== JSON.stringify(freshLibrary.get(key)?.texts) ? [slug] : [],
)

const stepsOf = ({ steps = [] }: Row) => (steps as { prompt: string }[]).map(({ prompt }) => prompt)
const inPipelines = new Set([...freshLibrary.values()].flatMap(stepsOf))
const [unchained = ''] = rewritten.filter((slug) => !inPipelines.has(slug))

describe('a database with starter content of 0.1.0', () => {
  test('gets the present content where nobody edited it, and keeps ratings and saved prompts', async () => {
    const url = await copyDatabase(postgres, former)
    const [slug = ''] = rewritten
    const before = await withClient(url, async (client) => {
      await client.query(`INSERT INTO "user" (username, email) VALUES ('ana', 'ana@example.test')`)
      await client.query(
        `INSERT INTO rating (prompt_id, user_id, value) SELECT prompt.id, "user".id, 5 FROM prompt, "user" WHERE slug = $1`,
        [slug],
      )
      await client.query(
        `INSERT INTO saved_prompt (prompt_id, user_id) SELECT prompt.id, "user".id FROM prompt, "user" WHERE slug = $1`,
        [slug],
      )
      return (await client.query('SELECT slug, id FROM prompt ORDER BY id')).rows
    })
    await start(url)
    expect(await readLibrary(url)).toEqual(freshLibrary)
    await withClient(url, async (client) => {
      const kept = await client.query('SELECT slug, id FROM prompt WHERE id <= $1 ORDER BY id', [before.at(-1).id])
      expect(kept.rows).toEqual(before)
      const noted = await client.query(
        `SELECT rating_count, rating_avg, (SELECT count(*)::int FROM saved_prompt WHERE prompt_id = prompt.id) AS saved FROM prompt WHERE slug = $1`,
        [slug],
      )
      expect(noted.rows).toEqual([{ rating_count: 1, rating_avg: 5, saved: 1 }])
      expect(await countOf(client, 'prompt_search WHERE required_tier IS NOT NULL')).toBe(
        2 * (await countOf(client, 'prompt')),
      )
      const audit = await client.query('SELECT actor_id, kind, action, target, after FROM audit_entry')
      expect(audit.rows).toEqual([
        {
          actor_id: null,
          kind: 'library',
          action: 'imported',
          target: 'starter',
          after: { types: expect.any(Object) },
        },
      ])
      expect(audit.rows[0].after.types.prompt).toEqual({
        added:
          freshLibrary.size &&
          [...freshLibrary.keys()].filter((key) => key.startsWith('prompt ') && !formerLibrary.has(key)).length,
        changed: rewritten.length,
        same: before.length - rewritten.length,
        left: 0,
      })
      await withClient(fresh, async (other) => {
        expect((await readPosts(client)).rows).toEqual((await readPosts(other)).rows)
        expect((await readLists(client)).rows).toEqual((await readLists(other)).rows)
        expect(await countOf(other, 'audit_entry')).toBe(0)
        const ofNewSections = `thread JOIN "user" ON "user".id = author_id AND is_team JOIN section ON section.id = section_id
                                WHERE section.slug NOT IN ('general', 'prompts', 'help', 'feedback')`
        expect([await countOf(client, 'thread'), await countOf(client, ofNewSections)]).toEqual([2, 2])
        expect(await countOf(other, ofNewSections)).toBe(2)
      })
    })
  })

  test('keeps what was edited, archived, moved, tagged, priced or removed, and adds no pipeline that uses it', async () => {
    const url = await copyDatabase(postgres, former)
    const [edited = '', byAdmin = '', archived = '', moved = '', tagged = '', priced = '', removed = ''] = rewritten
    const slugs = [edited, byAdmin, archived, moved, tagged, priced]
    await withClient(url, async (client) => {
      const change = (assignment: string, slug: string) =>
        client.query(`UPDATE prompt SET ${assignment} WHERE slug = $1`, [slug])
      await client.query(
        `UPDATE prompt_text SET content = content || ' Ours.' FROM prompt WHERE prompt.id = prompt_id AND locale = 'es' AND slug = $1`,
        [edited],
      )
      await change('archived_at = now()', archived)
      await change('use_case_id = (SELECT max(id) FROM use_case WHERE id <> use_case_id)', moved)
      await change('tag_ids = tag_ids[2:]', tagged)
      await change('required_tier = required_tier + 1', priced)
      await client.query('DELETE FROM prompt WHERE slug = $1', [removed])
      await client.query(`INSERT INTO "user" (username, email) VALUES ('admin', 'admin@example.test')`)
    })
    await openDatabase(url, 2)
    const admin = await db.user.findFirstOrThrow({ where: { username: 'admin' } })
    const { id } = await db.prompt.findFirstOrThrow({ where: { slug: byAdmin } })
    const { item, etag } = await getEdited(prompts, id)
    const { id: _id, slug: _slug, ...changes } = item
    const { en } = item.texts
    const promptChanges: PromptChanges = {
      ...changes,
      texts: { ...item.texts, en: { ...en, title: 'A title of ours' } },
    }
    await changePrompt({ id, if_match: etag, editor: admin }, promptChanges)
    await closeDatabase()
    const before = await readLibrary(url)
    await start(url)
    const after = await readLibrary(url)
    for (const slug of slugs) expect(after.get(`prompt ${slug}`)).toEqual(before.get(`prompt ${slug}`))
    expect(after.has(`prompt ${removed}`)).toBe(false)
    const touched = new Set([...slugs, removed])
    const others = (library: Map<string, Row>) =>
      new Map(
        [...library].filter(([, row]) => !touched.has(row.slug) && !stepsOf(row).some((slug) => touched.has(slug))),
      )
    expect(others(after)).toEqual(others(freshLibrary))
    expect([...after.values()].filter((row) => stepsOf(row).some((slug) => touched.has(slug)))).toEqual([])
  })

  test('keeps posts, sections and lists that were edited or removed', async () => {
    const url = await copyDatabase(postgres, former)
    const [kept, gone] = await withClient(url, async (client) => {
      const { rows } = await client.query<{ slug: string }>('SELECT slug FROM post ORDER BY id')
      const [first, second] = rows.map(({ slug }) => slug)
      await client.query(`UPDATE post_text SET title = 'Ours' FROM post WHERE post.id = post_id AND slug = $1`, [first])
      await client.query('DELETE FROM post WHERE slug = $1', [second])
      await client.query(
        `UPDATE section_text SET name = 'Ours' FROM section WHERE section.id = section_id AND slug = 'general'`,
      )
      await client.query(`DELETE FROM section WHERE slug <> 'general'`)
      await client.query(`UPDATE faq_item_text SET a = 'Ours'`)
      await client.query('UPDATE testimonial SET is_sample = false WHERE id = (SELECT min(id) FROM testimonial)')
      return [first, second]
    })
    const before = await readSite(url)
    await start(url)
    const after = await readSite(url)
    expect(postsOf(after.posts, kept)).toEqual(postsOf(before.posts, kept))
    expect(postsOf(after.posts, gone)).toEqual([])
    const ofOthers = (rows: { slug: string }[]) => rows.filter(({ slug }) => slug !== kept && slug !== gone)
    expect(ofOthers(after.posts)).toEqual(ofOthers((await readSite(fresh)).posts))
    expect(after.lists.filter((row) => !isNewSection(row))).toEqual(before.lists)
    expect(after.lists.filter(isNewSection).map(({ at }) => at)).not.toContain('help')
  })

  test('is upgraded once by servers that start at the same time, and not again', async () => {
    const url = await copyDatabase(postgres, former)
    const settings = { DATABASE_URL: url, DATA_DIR: folder }
    const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/start/migrate.ts']
    const exits = await Promise.all([1, 2].map(() => runServer(settings, { command }).exited))
    expect(exits.map(({ code }) => code)).toEqual([0, 0])
    expect(await readLibrary(url)).toEqual(freshLibrary)
    await withClient(url, async (client) => {
      expect([await countOf(client, 'starter_version'), await countOf(client, 'audit_entry')]).toEqual([1, 1])
      await client.query('DELETE FROM post')
      await start(url)
      expect(await countOf(client, 'post')).toBe(0)
      // The state after a start of another release.
      await client.query(`INSERT INTO starter_version (version) VALUES ('of another release')`)
      await client.query(`DELETE FROM prompt WHERE slug = $1`, [unchained])
      await start(url)
      expect(await countOf(client, 'prompt')).toBe((await readLibrarySize()) - 1)
      await client.query(`DELETE FROM starter_version`)
      await client.query(`INSERT INTO starter_version (version) VALUES ('of another release')`)
      await start(url)
      expect([await countOf(client, 'prompt'), await countOf(client, 'post')]).toEqual([
        (await readLibrarySize()) - 1,
        0,
      ])
    })
  })

  test('is complete after the next start when a SIGKILL interrupted the first one', async () => {
    const url = await copyDatabase(postgres, former)
    const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/start/migrate.ts']
    const isWaiting = () =>
      withClient(
        url,
        async (client) =>
          (await countOf(
            client,
            `pg_stat_activity WHERE application_name = 'starter content' AND wait_event_type = 'Lock' AND datname = current_database()`,
          )) > 0,
      )
    await withClient(url, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM prompt WHERE slug = $1 FOR UPDATE', [rewritten.at(-1)])
      const server = runServer({ DATABASE_URL: url, DATA_DIR: folder }, { command })
      await until(isWaiting)
      server.process.kill('SIGKILL')
      await server.exited
      await client.query('COMMIT')
      await until(async () => !(await isWaiting()))
      expect(await countOf(client, 'starter_version')).toBe(0)
    })
    expect((await readLibrary(url)).size).toBeGreaterThan(formerLibrary.size)
    await start(url)
    expect(await readLibrary(url)).toEqual(freshLibrary)
  })

  test('is not upgraded with SEED=once or SEED=none, until the setting changes', async () => {
    const url = await copyDatabase(postgres, former)
    await start(url, { SEED: 'once' })
    await start(url, { SEED: 'none' })
    expect(await readLibrary(url)).toEqual(formerLibrary)
    const tried = await upgrade(url, { dryRun: true })
    expect(tried?.prompt).toMatchObject({ changed: rewritten.length, left: 0 })
    expect(tried?.post).toMatchObject({ left: 0 })
    expect(await readLibrary(url)).toEqual(formerLibrary)
    expect(await withClient(url, (client) => countOf(client, 'starter_item'))).toBe(0)
    expect(tried).toEqual(await upgrade(await copyDatabase(postgres, url)))
    await start(url)
    expect(await readLibrary(url)).toEqual(freshLibrary)
  })
})

/** Versions and row locks of every row, and the sequences' values. */
async function traces(client: Client) {
  const rows: unknown[] = []
  for (const table of [
    'prompt',
    'category',
    'post',
    'section',
    'faq_item',
    'testimonial',
    'starter_item',
    'starter_version',
  ])
    rows.push((await client.query(`SELECT ctid::text, xmin::text, xmax::text FROM ${table} ORDER BY 1`)).rows)
  return [...rows, (await client.query('SELECT sequencename, last_value::text FROM pg_sequences ORDER BY 1')).rows]
}

test('a dry run of the upgrade takes no locks, writes nothing and waits for none', async () => {
  const url = await copyDatabase(postgres, former)
  await withClient(url, async (editor) => {
    await editor.query('SELECT pg_advisory_lock($1)', [locks.starterUpgrade])
    await editor.query('SELECT pg_advisory_lock($1), pg_advisory_lock($2)', [locks.faqList, locks.testimonialList])
    await editor.query('BEGIN')
    for (const table of ['prompt', 'category', 'post', 'section', 'faq_item', 'testimonial'])
      await editor.query(`SELECT FROM ${table} FOR UPDATE`)
    const before = await traces(editor)
    const tried = await upgrade(url, { dryRun: true })
    expect(tried?.prompt).toMatchObject({ changed: rewritten.length, left: 0 })
    expect(await traces(editor)).toEqual(before)
    await editor.query('ROLLBACK')
  })
}, 60_000)

test('new content is added below unchanged parents only, and never over an existing slug', async () => {
  const url = await copyDatabase(postgres, fresh)
  const parents = new Set<unknown>()
  const [archived, renamed, clashing, free] = [...freshLibrary.values()].filter((row) => {
    const category = freshLibrary.get(`use_case ${String(row.use_case)}`)?.category
    const isNext = row.type === 'prompt' && !inPipelines.has(row.slug) && !parents.has(category)
    return isNext && parents.add(category)
  })
  const slugs = [archived, renamed, clashing, free].map((row) => row?.slug)
  await withClient(url, async (client) => {
    // The state before a release that adds these prompts.
    await client.query('DELETE FROM prompt WHERE slug = ANY ($1)', [slugs])
    await client.query('DELETE FROM starter_item WHERE slug = ANY ($1)', [slugs])
    await client.query(`UPDATE starter_version SET version = 'before'`)
    await client.query(
      'UPDATE category SET archived_at = now() WHERE id = (SELECT category_id FROM use_case WHERE slug = $1)',
      [archived?.use_case],
    )
    await client.query(
      `UPDATE use_case_text SET title = 'Ours' FROM use_case WHERE id = use_case_id AND locale = 'en' AND slug = $1`,
      [renamed?.use_case],
    )
    await client.query('INSERT INTO prompt (slug, use_case_id) SELECT $1, min(id) FROM use_case', [clashing?.slug])
    await client.query(
      `INSERT INTO prompt_text (prompt_id, locale, title, short_description, content, how_to_use, known_issues)
       SELECT id, 'en', 'Our own', '', 'Our own', '', '' FROM prompt WHERE slug = $1`,
      [clashing?.slug],
    )
  })
  const before = await readLibrary(url)
  await start(url)
  const after = await readLibrary(url)
  expect([...after.keys()].filter((key) => !before.has(key))).toEqual([`prompt ${free?.slug}`])
  expect(after.get(`prompt ${free?.slug}`)).toEqual(free)
  for (const [key, row] of before) expect(after.get(key)).toEqual(row)
})

describe("an operator's library", () => {
  test.each([
    ['that never had starter content', `DELETE FROM prompt`],
    ['whose starter content was archived', `UPDATE category SET archived_at = now()`],
  ])('%s gets no starter content', async (_which, sql) => {
    const url = await copyDatabase(postgres, former)
    await withClient(url, async (client) => {
      await client.query(sql)
      await client.query(`INSERT INTO category (slug, functional_group_id) SELECT 'own', min(id) FROM functional_group`)
      await client.query(
        `INSERT INTO category_text (category_id, locale, name, description) SELECT id, 'en', 'Own', '' FROM category WHERE slug = 'own'`,
      )
      await client.query(`INSERT INTO use_case (slug, category_id) SELECT 'own', id FROM category WHERE slug = 'own'`)
      await client.query(
        `INSERT INTO use_case_text (use_case_id, locale, title) SELECT id, 'en', 'Own' FROM use_case WHERE slug = 'own'`,
      )
      await client.query(`INSERT INTO prompt (slug, use_case_id) SELECT 'own', id FROM use_case WHERE slug = 'own'`)
      await client.query(
        `INSERT INTO prompt_text (prompt_id, locale, title, short_description, content, how_to_use, known_issues)
         SELECT id, 'en', 'Own', '', 'Own', '', '' FROM prompt WHERE slug = 'own'`,
      )
    })
    const before = [...(await readLibrary(url)).keys()]
    await start(url)
    const added = [...(await readLibrary(url)).keys()].filter((key) => !before.includes(key))
    expect(added.filter((key) => /^(prompt|use_case|category) /.test(key))).toEqual([])
  })
})
