import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { rollUpFigures } from '../../../server/admin/figures.ts'
import { purgeAuditTexts } from '../../../server/admin/admin.jobs.ts'
import { db } from '../../../server/database/db.ts'
import { purgeDeletedTexts } from '../../../server/forum/purge-deleted-texts.ts'
import { removeExpiredImports } from '../../../server/library-import/import-runs.ts'
import { purgeNotifications } from '../../../server/notifications/notifications.jobs.ts'
import { purgeFinishedRecords } from '../../../server/subscription/purge.ts'
import { sweepExpired } from '../../../server/users/sweep.ts'
import { get, openApp, post, remove, sql } from '../../support/app.ts'
import { createThread } from '../../support/forum.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Query plans of the statements that read a table, without sequential scans. */
async function plansOf(statements: string[]): Promise<string> {
  await sql.query('SET enable_seqscan = off')
  const plans: string[] = []
  for (const statement of statements.filter((one) => / FROM /.test(one)))
    plans.push(JSON.stringify((await sql.query(`EXPLAIN (GENERIC_PLAN) ${statement}`)).rows))
  return plans.join('\n')
}

test.each([
  ['notifications', () => purgeNotifications(), ['notification_read_since', 'notification_unread_since']],
  ['texts of the audit log', () => purgeAuditTexts(), ['audit_entry_long_texts']],
  [
    'counts by day',
    () => rollUpFigures(),
    [
      'member_day_day_user_id_idx',
      'failed_search_pkey',
      'prompt_copies_day_prompt_id_idx',
      'category_clicks_day_category_id_idx',
    ],
  ],
  [
    'sign-ins, links and invitations',
    () => sweepExpired(),
    [
      'session_created_at_idx',
      'refresh_token_expires_at_idx',
      'one_time_token_expires_at_idx',
      'used_credential_expires_at_idx',
      'invitation_expires_at_idx',
    ],
  ],
  [
    'finished events, checkouts and notices',
    () => purgeFinishedRecords(),
    [
      'stripe_event_received_at_idx',
      'checkout_expires_at_idx',
      'price_notice_effective_from_idx',
      'stripe_attempt_updated_at_idx',
    ],
  ],
  ['imports', () => removeExpiredImports(), ['library_import_expires_at_idx']],
  ['deleted threads and comments', () => purgeDeletedTexts(60_000), ['thread_deleted', 'comment_deleted']],
] as [string, () => Promise<unknown>, string[]][])('removing %s uses indexes', async (_what, run, indexes) => {
  const plans = await plansOf(await statementsDuring(run))
  expect(indexes.filter((index) => !plans.includes(`using ${index} `) && !plans.includes(`on ${index} `))).toEqual([])
})

describe('purgeNotifications', () => {
  test('removes read notifications after 90 days and unread ones after a year', async () => {
    const { id: user_id } = await createPerson()
    const thread = await createThread()
    const add = (key: string, days: number, isRead: boolean) =>
      db.notification.create({
        data: {
          user_id,
          kind: 'comment',
          key,
          thread_id: thread.id,
          created_at: daysAgo(days),
          read_at: isRead ? daysAgo(1) : null,
        },
      })
    await add('read, old', 91, true)
    await add('read, young', 89, true)
    await add('unread, old', 366, false)
    await add('unread, young', 364, false)
    await purgeNotifications()
    const left = await db.notification.findMany({ where: { user_id }, orderBy: { id: 'asc' } })
    expect(left.map(({ key }) => key)).toEqual(['read, young', 'unread, young'])
  })

  test('removes more rows than one batch', async () => {
    const { id: user_id } = await createPerson()
    await sql.query(
      `INSERT INTO notification (user_id, kind, key, created_at, read_at)
       SELECT $1, 'report_handled', 'k' || n, now() - interval '100 days', now() FROM generate_series(1, 2500) AS n`,
      [user_id],
    )
    await purgeNotifications()
    expect(await db.notification.count({ where: { user_id } })).toBe(0)
  })
})

const addEdited = (kind: string, days: number) =>
  db.auditEntry.create({
    data: {
      kind,
      action: 'changed',
      target: '1',
      at: daysAgo(days),
      before: { content: 'a' },
      after: { content: 'b' },
    },
  })

describe('the audit log', () => {
  test('drops long texts from entries older than a year and keeps the rest', async () => {
    const [old, young, member] = [
      await addEdited('prompt', 366),
      await addEdited('prompt', 364),
      await addEdited('member', 366),
    ]
    const statesOf = async () => {
      const rows = await db.auditEntry.findMany({
        where: { id: { in: [old.id, young.id, member.id] } },
        orderBy: { id: 'asc' },
      })
      return rows.map(({ before, after }) => [before !== null, after !== null].join())
    }
    await purgeAuditTexts()
    expect(await statesOf()).toEqual(['false,false', 'true,true', 'true,true'])
  })

  test('is searched by an index for the last decision on a text and for the person who deleted the text', async () => {
    const author = await createPerson()
    const moderator = await createPerson({ role: 'moderator' })
    const thread = await createThread({ author })
    const statements = await statementsDuring(async () => {
      const decided = await post(
        moderationPaths.api.moderateThread(thread.meta_slug),
        { decision: 'publish' },
        { as: moderator },
      )
      expect(decided.status).toBe(409)
      await remove(forumPaths.api.thread(thread.meta_slug), undefined, { as: author })
      expect((await post(forumPaths.api.threadRestore(thread.meta_slug), undefined, { as: author })).status).toBe(200)
    })
    const looked = statements.filter((statement) => /FROM audit_entry/.test(statement))
    expect(looked).toHaveLength(2)
    for (const statement of looked) expect(await plansOf([statement])).toContain('Index Cond: ((kind = ')
  })

  test('is filtered by target with an index, for every kind', async () => {
    const admin = await createPerson({ role: 'admin' })
    const statements = await statementsDuring(() => get(adminPaths.api.audit({ target: '17' }), { as: admin }))
    const [list] = statements.filter((statement) => /SELECT \* FROM audit_entry/.test(statement))
    expect(await plansOf([list ?? ''])).toMatch(/Index Cond: \(\(kind = ANY \(\$\d+\)\) AND \(target = /)
  })
})

test('rollUpFigures removes the daily counts that are older than the longest period of a figure', async () => {
  const [{ id: user_id }, { id: prompt_id }] = [await createPerson(), await createPrompt()]
  const { id: category_id } = await db.category.findFirstOrThrow()
  for (const days of [93, 1]) {
    const day = new Date(daysAgo(days).toISOString().slice(0, 10))
    await db.promptCopies.create({ data: { prompt_id, day, count: 1 } })
    await db.categoryClicks.create({ data: { category_id, day, count: 1 } })
    await db.memberDay.create({ data: { user_id, day } })
    await db.failedSearch.create({ data: { day, text: 'a', count: 1 } })
  }
  await rollUpFigures()
  const left = [
    db.promptCopies.count(),
    db.categoryClicks.count(),
    db.memberDay.count({ where: { user_id } }),
    db.failedSearch.count(),
  ]
  expect(await Promise.all(left)).toEqual([1, 1, 1, 1])
})

test('docs/operations.md states when the rows of each growing table are removed', async () => {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%'`,
  )
  const byTeam =
    `announcement faq_item landing_section site_page site_setting testimonial category functional_group model
    pipeline pipeline_step prompt_set tag use_case plan post post_tag section`.split(/\s+/)
  const isOfTeam = (name: string) => byTeam.includes(name.replace(/_text$/, ''))
  const [table = ''] =
    readFileSync('docs/operations.md', 'utf8').split('| table | rows are deleted |')[1]?.split('\n\n') ?? []
  const named = table.split('\n').flatMap((line) => line.split('|')[1]?.match(/(?<=`)\w+(?=`)/g) ?? [])
  const growing = rows.map(({ name }) => name).filter((name) => !isOfTeam(name))
  expect(named.filter((name) => name !== 'pgboss').toSorted()).toEqual(growing.toSorted())
})
