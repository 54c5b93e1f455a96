import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import type { Section, ThreadCard } from '#shared/forum/schema.ts'
import { paths } from '#shared/paths.ts'
import { isoDayOf, rollUpFigures } from '../../../server/admin/figures.ts'
import { db } from '../../../server/database/db.ts'
import { threadSlugOf } from '../../../server/forum/thread-slugs.ts'
import { addStarterSections } from '../../../server/forum/sections.ts'
import { readStarterTopics } from '../../../server/forum/starter-threads.ts'
import { renderMarkdown } from '../../../server/markdown/markdown.ts'
import { createFirstAdmin } from '../../../server/users/first-admin.ts'
import { ensureTeamAccount } from '../../../server/users/team-account.ts'
import { app, folder, get, openApp, post, put, sql, url } from '../../support/app.ts'
import { until, withClient } from '../../support/postgres/database.ts'
import { avoidMidnight } from '../../support/browser/day.ts'
import { createPoster } from '../../support/forum.ts'
import { mailsTo } from '../../support/mail.ts'
import { createPerson } from '../../support/people.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const { api } = forumPaths
const topics = await readStarterTopics()
const fill = (site_name = 'Promptory') => addStarterSections(ensureTeamAccount(site_name))
const count = async (table: string) => (await sql.query(`SELECT count(*)::int FROM ${table}`)).rows[0].count as number
const counts = async () => [await count('section'), await count('thread'), await count('"user"')]
/** Threads of the team, read without the response cache. */
const threadsOfTeam = async () =>
  (await get(api.threads({ author: 'promptory' }), { as: await createPerson() })).body.results as ThreadCard[]
const team = () => db.user.findFirstOrThrow({ where: { is_team: true } })
const waitsForLock = async () =>
  (
    await sql.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO%thread%'`,
    )
  ).rowCount === 1

describe('the first start', () => {
  test('fills the forum completely, or not at all after an error', async () => {
    await sql.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'The disk is full.'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON thread FOR EACH STATEMENT EXECUTE FUNCTION refuse()`)
    await expect(fill()).rejects.toThrow('The disk is full.')
    await sql.query('DROP TRIGGER full_disk ON thread')
    expect(await counts()).toEqual([0, 0, 0])
  })

  test('adds nothing if it is killed while filling the forum', async () => {
    const script = `(async () => {
      const [{ openDatabase }, { addStarterSections }, { ensureTeamAccount }] = await Promise.all(
        ['database/db', 'forum/sections', 'users/team-account'].map((name) => import('./server/' + name + '.ts')))
      await openDatabase(process.env.URL, 2)
      await addStarterSections(ensureTeamAccount('Promptory'))
    })()`
    await withClient(url, async (other) => {
      await other.query('BEGIN; LOCK TABLE thread IN SHARE MODE')
      const filling = spawn(process.execPath, ['-e', script], {
        env: { ...process.env, URL: url },
        stdio: 'ignore',
      })
      await until(waitsForLock)
      filling.kill('SIGKILL')
      await once(filling, 'exit')
      await other.query('ROLLBACK')
    })
    await until(async () => !(await waitsForLock()))
    expect(await counts()).toEqual([0, 0, 0])
  })

  test('creates eight sections and their topics in two languages, even if several servers start', async () => {
    await Promise.all([fill(), fill(), fill()])
    await fill()
    await announced(app)
    const [english, spanish] = [(await get(api.sections)).body, (await get(api.sections, { locale: 'es' })).body] as [
      Section[],
      Section[],
    ]
    const slugs = ['general', 'prompts', 'pipelines', 'models', 'results', 'work', 'help', 'feedback']
    expect(english.map(({ slug }) => slug)).toEqual(slugs)
    expect(spanish.find(({ slug }) => slug === 'work')?.name).toBe('En el trabajo')
    for (const counted of [english, spanish])
      expect(counted.map(({ thread_count }) => thread_count)).toEqual([2, 1, 0, 0, 1, 0, 1, 1])
    expect(await counts()).toEqual([8, 12, 1])
    const { body } = await get(api.threads({ section: 'help', languages: 'all', limit: 50 }))
    expect((body.results as ThreadCard[]).map(({ title }) => title).toSorted()).toEqual(
      topics
        .filter(({ section }) => section === 'help')
        .flatMap(({ texts }) => [texts.en.title, texts.es.title])
        .toSorted(),
    )
  })

  test('creates threads with rendered text, addresses, dates and search rows', async () => {
    const rows = await db.thread.findMany()
    const starterTexts = topics.flatMap(({ texts }) => Object.values(texts))
    for (const { title, description, created_at } of starterTexts) {
      const row = rows.find(({ meta_slug }) => meta_slug === threadSlugOf(title))
      const at = new Date(created_at)
      expect(row).toMatchObject({ title, status: 'published', created_at: at, published_at: at, last_activity_at: at })
      expect(row?.description_html).toBe(await renderMarkdown(description, 'thread', 'description'))
    }
    const { body } = await get(api.threads({ q: 'before and after' }))
    expect((body.results as ThreadCard[])[0]?.meta_slug).toBe('before-and-after-the-one-line-that-changed-the-answer')
  })

  test('sends no notification or mail of the threads, and adds nothing to the moderation queue', async () => {
    for (const table of ['notification', 'audit_entry', 'report', 'thread_vote', 'comment', 'thread_change'])
      expect([table, await count(table)]).toEqual([table, 0])
    expect(await count(`pgboss.job WHERE name LIKE '%mail%'`)).toBe(0)
  })

  test('creates the first admin even if the team account exists', async () => {
    expect(await createFirstAdmin(`${folder}/first-admin.json`)).toMatchObject({ email: 'admin@localhost.test' })
  })

  test('adds nothing if an operator has deleted all sections but one', async () => {
    const { id } = await db.section.findUniqueOrThrow({ where: { slug: 'general' } })
    await sql.query('DELETE FROM thread WHERE section_id <> $1', [id])
    await sql.query('DELETE FROM section WHERE id <> $1', [id])
    await fill()
    expect([await count('section'), await count('thread')]).toEqual([1, 4])
  })
})

describe('the team account', () => {
  test('has the name of the site, which no member can take, and a team mark', async () => {
    const { username } = await team()
    expect(username).toBe('promptory')
    const { body } = await get(api.threads({ author: 'promptory' }))
    expect((body.results as ThreadCard[]).map(({ author }) => author)).toEqual(
      body.results.map(() => ({ username, avatar_color: '#4c2fa2', is_team: true })),
    )
    const person = {
      email: 'someone@example.test',
      name: 'Promptory',
      surname: '',
      password: 'quiet-harbor-41-lanterns',
    }
    const { body: registered } = await post(paths.api.register, { ...person, surname: 'X' })
    expect(registered.username).not.toMatch(/promptory/)
  })

  test('cannot sign in, and cannot set or reset a password', async () => {
    const { id, email } = await team()
    expect(email).toMatch(/\.invalid$/)
    for (const password of ['', 'null', 'promptory'])
      expect((await post(paths.api.token, { email, password })).status).toBe(401)
    expect((await post(paths.api.passwordReset, { email })).status).toBe(204)
    await until(
      async () =>
        (await count(`pgboss.job WHERE name = 'user_mail' AND data->>'email' = '${email}' AND state = 'completed'`)) ===
        1,
    )
    expect(mailsTo(email)).toEqual([])
    expect(await db.oneTimeToken.count({ where: { user_id: id } })).toBe(0)
    for (const changes of [{ password_hash: 'x' }, { google_sub: 'x' }, { role: 'admin' as const }])
      await expect(db.user.update({ where: { id }, data: changes })).rejects.toThrow('user_is_team')
  })

  test('is not counted as a registration, and gets no notification of comments on its threads', async () => {
    await avoidMidnight()
    const { id, created_at } = await team()
    await sql.query('UPDATE "user" SET created_at = now() WHERE id = $1', [id])
    await rollUpFigures()
    const today = { name_key_day: { name: 'sign_ups', key: '', day: new Date(isoDayOf(new Date())) } }
    const members = await db.user.count({
      where: { is_team: false, created_at: { gte: new Date(isoDayOf(new Date())) } },
    })
    expect(Number((await db.dayFigure.findUniqueOrThrow({ where: today })).value)).toBe(members)
    await db.user.update({ where: { id }, data: { created_at } })

    const { meta_slug } = await db.thread.findFirstOrThrow({ where: { author_id: id } })
    const as = await createPoster()
    const comment = { body: 'My three lines are these.', typing_ms: 60_000 }
    expect((await post(api.comments(meta_slug), comment, { as })).status).toBe(201)
    expect(await count(`notification WHERE user_id = ${id}`)).toBe(0)
  })

  test('keeps its role when it is blocked with hidden texts and unblocked again', async () => {
    const { id } = await team()
    const as = await createPerson({ role: 'admin' })
    const path = adminPaths.api.member(id)
    const read = async () => {
      const { body, headers } = await get(path, { as })
      return { member: body, headers: { 'if-match': String(headers.etag) } }
    }
    const grant = { granted_tier: 0, granted_until: null, granted_reason: '' }
    const first = await read()
    expect(first.member).toMatchObject({ is_team: true, role: 'user' })
    const refused = await put(path, { role: 'moderator', ...grant }, { as, headers: first.headers })
    expect([refused.status, refused.body.code]).toEqual([409, 'team_account'])
    const block = { hides_content: true, reason: 'We write our own' }
    const before = (await threadsOfTeam()).length
    await put(adminPaths.api.memberBlock(id), { block }, { as, headers: first.headers })
    expect(await threadsOfTeam()).toEqual([])
    await put(adminPaths.api.memberBlock(id), { block: null }, { as, headers: (await read()).headers })
    expect((await threadsOfTeam()).length).toBe(before)
  })
})

describe('the team mark', () => {
  test.each([
    ['becomes a moderator', { role: 'moderator' as const }],
    ['becomes a team account', { is_team: true }],
  ])('is updated in cached responses when a member %s', async (_what, changes) => {
    const author = await createPoster()
    const { meta_slug } = await db.thread.findFirstOrThrow({
      where: { language: 'en' },
      orderBy: { created_at: 'desc' },
      select: { meta_slug: true },
    })
    await sql.query('UPDATE thread SET author_id = $1 WHERE meta_slug = $2', [author.id, meta_slug])
    await post(api.comments(meta_slug), { body: `By ${author.username}`, typing_ms: 60_000 }, { as: author })
    await announced(app)
    const addresses = [api.thread(meta_slug), api.comments(meta_slug), api.threads()]
    const shown = async () =>
      (await Promise.all(addresses.map((address) => get(address)))).map(({ text }) =>
        text.includes(`"username":"${author.username}","avatar_color":"#4c2fa2","is_team":true`),
      )
    await until(async () => (await get(api.comments(meta_slug))).text.includes(author.username))
    expect(await shown()).toEqual([false, false, false])
    await db.user.update({ where: { id: author.id }, data: changes })
    await announced(app)
    expect(await shown()).toEqual([true, true, true])
  })
})
