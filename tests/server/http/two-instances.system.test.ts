import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { paths } from '#shared/paths.ts'
import { limits } from '../../../server/limits/limits.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { hasRedis, startRedis } from '../../support/postgres/redis.ts'
import { createDataFolder, findFreePort, runServer } from '../../support/site.ts'
import { startMailServer } from '../../support/smtp.ts'

const isThere = hasRedis()
const url = await createDatabase(inject('postgres'), 'template0')
const [redis, mails] = [isThere ? await startRedis() : null, await startMailServer()]
const folders = [createDataFolder(), createDataFolder()]
const ports = [await findFreePort(), await findFreePort()]
const servers = (isThere ? [0, 1] : []).map((at) =>
  runServer({
    DATABASE_URL: url,
    REDIS_URL: redis?.url ?? '',
    SMTP_URL: mails.url,
    DATA_DIR: folders[at] ?? '',
    PORT: String(ports[at]),
    PUBLIC_URL: 'http://library.test',
    JWT_SECRET: 'one secret for every server of the site',
    TRUST_PROXY: 'loopback',
    REQUIRE_CONFIRMED_EMAIL: 'false',
    PAYMENTS: 'off',
    LOG_LEVEL: 'error',
  }),
)
const [one, other] = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`]
await Promise.all(servers.map(({ ready }) => ready))
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGTERM')
  const exits = await Promise.all(servers.map(({ exited }) => exited))
  await redis?.stop()
  await mails.stop()
  if (exits.some(({ code }) => code !== 0)) throw new Error(JSON.stringify(exits))
})

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  withClient(url, async (client) => (await client.query<Row>(text, values)).rows)

type RequestOptions = { body?: object; as?: string; from?: string; method?: string }
async function ask(of: string, path: string, { body, as, from, method }: RequestOptions = {}) {
  const answer = await fetch(of + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${as}` }),
      ...(from && { 'x-forwarded-for': from }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  // oxlint-disable-next-line typescript/no-explicit-any -- each test checks the shape it expects
  const content: any = isJson && text ? JSON.parse(text) : text
  return { status: answer.status, body: content }
}

const password = 'a long enough secret'
const register = (of: string, name: string) =>
  ask(of, paths.api.register, { body: { email: `${name}@example.test`, password, name, surname: 'Reader' } })
const logIn = (of: string, email: string, secret = password, from = '198.51.100.1') =>
  ask(of, paths.api.token, { body: { email, password: secret }, from })
const reset = (of: string) =>
  ask(of, paths.api.passwordReset, { body: { email: 'nobody@example.test' }, from: '198.51.100.7' })
const guess = (of: string) => logIn(of, 'guessed@example.test', 'wrong', '198.51.100.8')
const sent = () =>
  mails.mails.find(({ text, headers }) => text.includes('reset-password') && headers.to?.includes('traveller'))
async function signUp(of: string, name: string) {
  expect((await register(of, name)).status).toBe(201)
  return (await logIn(of, `${name}@example.test`)).body as { access: string; refresh: string }
}
async function admin(): Promise<string> {
  const made = folders.flatMap((folder) => {
    try {
      return [JSON.parse(readFileSync(join(folder, 'first-admin.json'), 'utf8')) as { email: string; password: string }]
    } catch {
      return []
    }
  })
  expect(made).toHaveLength(1)
  return (await logIn(one, made[0]?.email ?? '', made[0]?.password)).body.access
}
/** Ends the session that listens for invalidations. */
const cutListening = () =>
  sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'cache invalidation'`)

describe.runIf(isThere)('two servers with one database and one Redis (skipped where there is no redis-server)', () => {
  test('prepare the database once if they start at the same time', async () => {
    const twice = await sql(`SELECT migration_name FROM _prisma_migrations GROUP BY 1 HAVING count(*) > 1
      UNION ALL SELECT slug FROM plan GROUP BY 1 HAVING count(*) > 1
      UNION ALL SELECT name FROM testimonial GROUP BY 1 HAVING count(*) > 1
      UNION ALL SELECT page || q FROM faq_item JOIN faq_item_text ON faq_item_id = id GROUP BY 1 HAVING count(*) > 1
      UNION ALL SELECT role::text FROM "user" WHERE role = 'admin' GROUP BY 1 HAVING count(*) <> 1`)
    expect(twice).toEqual([])
    for (const server of [one, other]) {
      expect((await ask(server, '/readyz')).status).toBe(200)
      expect((await ask(server, paths.api.categories())).body.length).toBeGreaterThan(5)
    }
    await admin()
  })

  test('share limits and pauses after wrong passwords', async () => {
    for (let time = 0; time < limits.reset.points; time++)
      expect((await reset(time % 2 === 0 ? one : other)).status).toBe(204)
    expect([(await reset(one)).status, (await reset(other)).status]).toEqual([429, 429])
    await register(one, 'guessed')
    for (let time = 0; time < 6; time++) expect((await guess(time % 2 === 0 ? one : other)).status).toBe(401)
    expect([(await guess(one)).status, (await guess(other)).status]).toEqual([429, 429])
  })

  test('share sessions, drafts and one-time links', async () => {
    const { access, refresh } = await signUp(one, 'traveller')
    expect((await ask(other, paths.api.me, { as: access })).status).toBe(200)
    const draft = { title: 'Begun on one', section: '', description: 'and gone on with on another' }
    expect((await ask(one, forumPaths.api.draft, { as: access, body: draft, method: 'PUT' })).status).toBe(200)
    expect((await ask(other, forumPaths.api.draft, { as: access })).body).toMatchObject(draft)
    const refreshed = await ask(other, paths.api.tokenRefresh, { body: { refresh } })
    expect(refreshed.status).toBe(200)
    await ask(one, paths.api.passwordReset, { body: { email: 'traveller@example.test' }, from: '198.51.100.9' })
    await until(() => sent() !== undefined)
    // Another password makes it another request, not a retry.
    const use = (server: typeof one, secret: string) =>
      ask(server, paths.api.passwordResetConfirm, { body: { token: sent()?.token, password: secret } })
    const uses = await Promise.all([use(one, 'another long secret'), use(other, 'a third long secret')])
    expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
    for (const of of [one, other])
      for (const as of [access, refreshed.body.access]) expect((await ask(of, paths.api.me, { as })).status).toBe(401)
  })

  test("show each other's changes in API, pages and event streams", async () => {
    const [{ access: author }, moderator] = [await signUp(one, 'author'), await admin()]
    const text = {
      section: '',
      title: 'Seen on both servers',
      description: 'What is submitted on one is read on the other.',
    }
    const [section] = (await ask(other, forumPaths.api.sections)).body
    const titles = async () =>
      (await ask(other, forumPaths.api.threads())).body.results.map(({ title }: { title: string }) => title)
    expect(await titles()).not.toContain(text.title)
    const submitted = await ask(one, forumPaths.api.threads(), {
      as: author,
      body: { ...text, section: section.slug, typing_ms: 60_000 },
    })
    expect(submitted.status).toBe(201)
    const { meta_slug } = submitted.body
    expect((await ask(other, forumPaths.api.thread(meta_slug))).status).toBe(404)
    const decision = { body: { decision: 'publish' }, as: moderator }
    expect((await ask(one, moderationPaths.api.moderateThread(meta_slug), decision)).status).toBe(200)
    await until(async () => (await titles()).includes(text.title))

    const stream = await fetch(other + forumPaths.api.threadEvents(meta_slug))
    let received = ''
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const hear = async (count: number) => {
      while (!received.includes(`"comment_count":${count}}`)) received += (await reader?.read())?.value ?? ''
    }
    await hear(0)
    const comments = () => ask(other, forumPaths.api.comments(meta_slug))
    const say = (of: string, body: string) =>
      ask(of, forumPaths.api.comments(meta_slug), { as: author, body: { body, typing_ms: 60_000 } })
    await comments()
    expect((await say(one, 'From the one server')).status).toBe(201)
    await hear(1)
    await until(async () => (await comments()).body.results.length === 1)

    await cutListening()
    expect((await say(one, 'While nobody listens')).status).toBe(201)
    await until(async () => (await comments()).body.results.length === 2)
    await hear(2)
    await reader?.cancel()

    const saying = Array.from({ length: 10 }, (_, at) => say(at % 2 === 0 ? one : other, `Number ${at} of ten`))
    expect(new Set((await Promise.all(saying)).map(({ status }) => status))).toEqual(new Set([201]))
    const folded = () =>
      sql<{ comment_count: number }>('SELECT comment_count FROM thread WHERE meta_slug = $1', [meta_slug])
    await until(async () => (await folded())[0]?.comment_count === 12)
  })

  test('run each queued or scheduled job once', async () => {
    // A second publication would insert a second row.
    await sql(`CREATE TABLE published (id int);
      CREATE FUNCTION note_publishing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO published VALUES (NEW.id); RETURN NULL; END $$;
      CREATE TRIGGER note_publishing AFTER UPDATE OF status ON post FOR EACH ROW WHEN (NEW.status = 'published') EXECUTE FUNCTION note_publishing();
      UPDATE post SET status = 'scheduled', published_at = now() WHERE id = (SELECT min(id) FROM post)`)
    const names = Array.from({ length: 12 }, (_, at) => `once-${at}`)
    await Promise.all(names.map((name, at) => register(at % 2 === 0 ? one : other, name)))
    const sentTo = () =>
      mails.mails.flatMap(({ headers }) => names.filter((name) => headers.to?.startsWith(`${name}@`)))
    await until(() => sentTo().length >= names.length)
    const pending = () =>
      sql(`SELECT FROM pgboss.job WHERE name = 'user_mail' AND state IN ('created', 'active', 'retry')`)
    await until(async () => (await pending()).length === 0)
    expect(sentTo().toSorted()).toEqual(names.toSorted())
    // Runs by a schedule every minute, which may miss one.
    await expect.poll(() => sql('SELECT FROM published'), { timeout: 200_000 }).not.toEqual([])
    // Every scheduled run is one row of this queue, whichever server sends its job.
    const named = `SELECT count(*) FROM pgboss.job AS sent WHERE sent.name = '__pgboss__send-it' AND sent.data->>'name' = job.name`
    expect(
      await sql(`SELECT name FROM pgboss.job WHERE name IN (SELECT name FROM pgboss.schedule)
                  GROUP BY name HAVING count(*) > (${named})`),
    ).toEqual([])
    expect(await sql('SELECT FROM published')).toHaveLength(1)
  })
})
