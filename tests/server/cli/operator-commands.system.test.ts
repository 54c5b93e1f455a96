import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { db, closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import { runCommand } from '../../support/command.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'

const url = await createDatabase(inject('postgres'))
const folder = mkdtempSync(join(tmpdir(), 'commands-'))
afterAll(() => rmSync(folder, { recursive: true }))
const cli = (...args: string[]) => runCommand({ DATABASE_URL: url, DATA_DIR: folder }, ...args)
const rowsOf = async (statement: string) => (await withClient(url, (client) => client.query(statement))).rows

const statusOf = async () => (await rowsOf('SELECT status, published_at FROM post'))[0]

const write = (name: string, text: string) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const post = (head: string, body = 'A *text*.') => `---\n${head}\n---\n\n${body}\n`

describe('npm run cli -- news', () => {
  const english = write(
    'first-post.en.md',
    post('title: First\nexcerpt: "What: first"\ntags: Basics, New ways\nauthor: Ana', 'A *text* <script>x</script>'),
  )
  const spanish = write('other-name.md', post('slug: first-post\nlocale: es\ntitle: Primera\nexcerpt: Qué decir'))

  test('import adds new posts, and changes nothing in a dry run or if repeated', async () => {
    const dry = await cli('news', 'import', english, spanish, '--dry-run')
    expect(dry).toMatchObject({ code: 0, json: { dry_run: true, posts: [{ outcome: 'added' }, { outcome: 'added' }] } })
    expect(await rowsOf('SELECT FROM post')).toHaveLength(0)
    const { json } = await cli('news', 'import', english, spanish)
    expect(json.posts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['added', 'changed'])
    const again = await cli('news', 'import', english, spanish)
    expect(again.json.posts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unchanged', 'unchanged'])
    expect(
      await rowsOf(
        `SELECT status, author_name, excerpt, body_html, cardinality(tag_ids) AS tags FROM post JOIN post_text ON post_id = id WHERE locale = 'en'`,
      ),
    ).toMatchObject([
      {
        status: 'draft',
        author_name: 'Ana',
        excerpt: 'What: first',
        tags: 2,
        body_html: expect.stringMatching(/^<p>A <em>text<\/em> (?!<script)/),
      },
    ])
  })

  test.each([
    ['without front matter', 'text', 'It does not begin with front matter'],
    ['with an unknown field', post('title: A\nexcerpt: B\nlayout: wide'), 'layout'],
    ['with a malformed line', post('title: A\nexcerpt'), 'Line 3 is not as in "title: …".'],
    ['without a title', post('excerpt: B'), 'title: '],
    ['without a text', post('title: A\nexcerpt: B', ' '), 'It has no text below'],
    ['scheduled for no day', post('title: A\nexcerpt: B\nstatus: scheduled'), 'A scheduled post needs published_at.'],
  ])('import names a file %s, and exits with 2', async (_what, text, problem) => {
    const { code, json, output } = await cli('news', 'import', write('wrong.en.md', text))
    expect([code, json.posts[0].outcome]).toEqual([2, 'rejected'])
    expect(output).toContain(problem)
    expect(await rowsOf(`SELECT FROM post WHERE slug = 'wrong'`)).toHaveLength(0)
  })

  test('publishes, schedules and unpublishes a post', async () => {
    expect((await cli('news', 'publish', 'first-post', '--dry-run')).json).toMatchObject({
      former_status: 'draft',
      dry_run: true,
    })
    expect(await statusOf()).toMatchObject({ status: 'draft' })
    await cli('news', 'publish', 'first-post')
    expect(await statusOf()).toMatchObject({ status: 'published', published_at: expect.any(Date) })
    await cli('news', 'unpublish', 'first-post')
    expect(await statusOf()).toMatchObject({ status: 'draft' })
    const at = '2999-01-15T09:00:00.000Z'
    await cli('news', 'schedule', 'first-post', '--at', at.replace('.000', ''))
    expect(await statusOf()).toEqual({ status: 'scheduled', published_at: new Date(at) })
    expect((await cli('news', 'list')).json.posts).toMatchObject([
      { slug: 'first-post', texts: [{ locale: 'en' }, { locale: 'es' }] },
    ])
    const entries = await rowsOf(`SELECT action, actor_id, source FROM audit_entry WHERE kind = 'post' ORDER BY id`)
    const actions = ['created', 'changed', 'published', 'unpublished', 'scheduled']
    expect(entries).toEqual(actions.map((action) => ({ action, actor_id: null, source: 'cli' })))
    await expect(cli('news', 'publish', 'nowhere')).rejects.toThrow('There is no post nowhere')
  })
})

describe('npm run cli -- jobs', () => {
  test('reports that no jobs exist', async () => {
    await expect(cli('jobs', 'list')).rejects.toThrow('The database has no job tables yet')
  })

  test('lists, retries, cancels and removes jobs', async () => {
    await openDatabase(url, 2)
    const jobs = createJobs(url, { runsSchedules: false })
    await jobs.start({ debug: () => {}, error: () => {} })
    await jobs.declare('user_mail')
    for (const secret of ['a@example.test', 'b@example.test'])
      await db.$transaction((transaction) => jobs.enqueue(transaction, 'user_mail', { secret }))
    await jobs.stop()
    await closeDatabase()
    const [{ id }] = (await rowsOf('SELECT id FROM pgboss.job ORDER BY created_on, id LIMIT 1')) as [{ id: string }]
    await rowsOf(
      `UPDATE pgboss.job SET state = 'failed', output = '{"message":"refused"}', completed_on = now() - interval '2 days' WHERE id = '${id}'`,
    )

    const { json } = await cli('jobs', 'list', '--state', 'failed')
    expect(json.queues).toEqual([
      { queue: 'user_mail', state: 'created', jobs: 1 },
      { queue: 'user_mail', state: 'failed', jobs: 1 },
    ])
    expect(json.jobs).toMatchObject([{ id, problem: 'refused' }])
    expect(JSON.stringify(json)).not.toContain('example.test')

    const stateOf = async () => (await rowsOf(`SELECT state FROM pgboss.job WHERE id = '${id}'`))[0]?.state
    expect((await cli('jobs', 'purge', '--older-than', '1d', '--dry-run')).json).toMatchObject({
      removed: 1,
      dry_run: true,
    })
    expect((await cli('jobs', 'retry', id, '--dry-run')).json).toEqual({ jobs: [id], dry_run: true })
    expect(await stateOf()).toBe('failed')
    await cli('jobs', 'retry', '--queue', 'user_mail')
    expect(await stateOf()).toBe('retry')
    await expect(cli('jobs', 'retry', id)).rejects.toThrow(`There is no failed or cancelled job with the id ${id}`)
    await cli('jobs', 'cancel', id)
    expect(await stateOf()).toBe('cancelled')
    await cli('jobs', 'retry', id)
    expect(await stateOf()).toBe('created')
    await cli('jobs', 'cancel', '--queue', 'user_mail')
    await rowsOf(`UPDATE pgboss.job SET completed_on = now() - interval '2 days' WHERE id = '${id}'`)
    expect((await cli('jobs', 'purge', '--older-than', '1d')).json).toMatchObject({ removed: 1, dry_run: false })
    await expect(cli('jobs', 'cancel')).rejects.toThrow('Give the ids of jobs, or --queue.')
  })
})

test('npm run cli -- user list and show print no password', async () => {
  await rowsOf(
    `INSERT INTO "user" (username, email, role, password_hash) VALUES ('ana', 'ana@example.test', 'admin', 'hashed')`,
  )
  const { json } = await cli('user', 'list', '--search', 'ANA')
  expect(json).toMatchObject({ total: 1, users: [{ email: 'ana@example.test', role: 'admin' }] })
  const { json: shown } = await cli('user', 'show', '--email', 'ana@example.test')
  expect(shown).toMatchObject({ username: 'ana', access: [], sessions: 0 })
  expect(JSON.stringify(shown)).not.toContain('hashed')
})

describe('npm run cli -- backup and restore', () => {
  test('report their results, or in a dry run what they would do', async () => {
    const file = join(folder, 'site.backup')
    const dry = await cli('backup', file, '--dry-run')
    expect(dry).toMatchObject({ code: 0, json: { file, has_jobs: true, dry_run: true } })
    expect(readdirSync(folder)).not.toContain('site.backup')
    expect((await cli('backup', file)).json).toMatchObject({
      file,
      dry_run: false,
      bytes: expect.any(Number),
    })
    expect(await rowsOf(`SELECT source, action, target, after FROM audit_entry WHERE kind = 'export'`)).toMatchObject([
      { source: 'cli', action: 'exported', target: 'backup', after: { file } },
    ])
    const target = { DATABASE_URL: await createDatabase(inject('postgres'), 'template0'), DATA_DIR: folder }
    const wouldBe = await runCommand(target, 'restore', file, '--dry-run')
    expect(wouldBe.output).toMatch(/^This restores into the database test_\w+ \d+ tables/)
    expect(wouldBe.json).toMatchObject({ removed: 0, dry_run: true })
    expect((await runCommand(target, 'restore', file)).json).toMatchObject({
      migrated: [],
      skipped: [],
      dry_run: false,
    })
    expect((await runCommand(target, 'user', 'list')).json.users).toMatchObject([{ username: 'ana' }])
    await expect(runCommand(target, 'restore', file)).rejects.toThrow('--force removes everything')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('leave no file if %s stops them', async (signal) => {
    const target = mkdtempSync(join(folder, 'stopped-'))
    // A waiting query holds up the write: the file exists, incomplete.
    const script = `import { releaseOnSignal } from ${JSON.stringify(new URL('../../../scripts/release-on-signal.ts', import.meta.url).href)}
      import { writeAtomically } from ${JSON.stringify(new URL('../../../server/backup/atomic-file.ts', import.meta.url).href)}
      releaseOnSignal()
      setInterval(() => {}, 1_000)
      await writeAtomically(${JSON.stringify(join(target, 'site.backup'))}, () => new Promise(() => {}))`
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
      { stdio: 'inherit' },
    )
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await until(() => readdirSync(target).length === 1)
    expect(readdirSync(target)).toEqual([expect.stringMatching(/^\.site\.backup\.\w+\.partial$/)])
    child.kill(signal)
    expect(await ended).toBe(130)
    expect(readdirSync(target)).toEqual([])
  })
})

describe('npm run cli -- plan tax', () => {
  test('changes the tax behavior once with an audit entry, unless it is a dry run', async () => {
    await rowsOf(`INSERT INTO plan (slug, position) VALUES ('taxed', 9)`)
    const state = () =>
      rowsOf(`SELECT tax_behavior, (SELECT count(*)::int FROM audit_entry WHERE kind = 'plan') AS entries FROM plan`)
    const dry = await cli('plan', 'tax', 'taxed', 'inclusive', '--dry-run')
    expect(dry).toMatchObject({ code: 0, json: { former: 'exclusive', tax_behavior: 'inclusive', dry_run: true } })
    expect(await state()).toEqual([{ tax_behavior: 'exclusive', entries: 0 }])
    for (const _ of [1, 2]) expect((await cli('plan', 'tax', 'taxed', 'inclusive')).code).toBe(0)
    expect(await state()).toEqual([{ tax_behavior: 'inclusive', entries: 1 }])
    await expect(cli('plan', 'tax', 'taxed', 'netto')).rejects.toThrow('Allowed choices')
  })
})
