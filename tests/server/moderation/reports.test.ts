import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { maxReportReasonLength } from '#shared/forum/schema.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { openApp, post, sql, startApp } from '../../support/app.ts'
import { db } from '../../../server/database/db.ts'
import { reportsBeforeHiding } from '../../../server/moderation/reports.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const dayAgo = new Date(Date.now() - 86_500_000)
/** A member whose report counts. */
const createReporter = () => createPerson({ created_at: dayAgo, email_confirmed_at: dayAgo })
const createReporters = (count = reportsBeforeHiding) => Promise.all(Array.from({ length: count }, createReporter))
const confirmed = (overrides = {}) => createPerson({ email_confirmed_at: new Date(), ...overrides })

type Text = { id: number; thread: { id: number; meta_slug: string }; report: string; author: Person }
const kinds = {
  thread: async (overrides = {}): Promise<Text> => {
    const author = await confirmed()
    const thread = await createThread({ author, ...overrides })
    return { id: thread.id, thread, report: forumPaths.api.threadReport(thread.meta_slug), author }
  },
  comment: async (overrides = {}): Promise<Text> => {
    const [author, thread] = [await confirmed(), await createThread()]
    const { id } = await createComment({ author, thread, ...overrides })
    return { id, thread, report: forumPaths.api.commentReport(id), author }
  },
}
type Kind = keyof typeof kinds
const isHidden = async (kind: Kind, id: number): Promise<boolean> =>
  (await sql.query(`SELECT hidden_at IS NOT NULL AS hidden FROM ${kind} WHERE id = $1`, [id])).rows[0].hidden
const reportsOf = (kind: Kind, id: number) =>
  db.report.findMany({ where: { [`${kind}_id`]: id }, orderBy: { id: 'asc' } })

describe.each(['thread', 'comment'] as const)('a report of a %s', (kind) => {
  test('is stored once for each member, with or without a reason', async () => {
    const [text, one, other] = [await kinds[kind](), await confirmed(), await confirmed()]
    const first = await post(text.report, { reason: '  It is spam. ' }, { as: one })
    expect(first).toMatchObject({ status: 201, body: { is_reported: true } })
    expect((await post(text.report, undefined, { as: other })).status).toBe(201)
    expect((await reportsOf(kind, text.id)).map(({ reason }) => reason)).toEqual(['It is spam.', ''])
    for (const [locale, detail] of [
      ['en', 'Already reported.'],
      ['es', 'Ya lo has denunciado.'],
    ] as const) {
      const again = await post(text.report, { reason: 'Again' }, { as: one, locale })
      expect(again).toMatchObject({ status: 409, body: { detail, code: 'already_reported' } })
    }
    expect(await reportsOf(kind, text.id)).toHaveLength(2)
  })

  test('sent several times concurrently is stored once, and the other requests return 409', async () => {
    const [text, person] = [await kinds[kind](), await confirmed()]
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(text.report, {}, { as: person })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
    expect(await reportsOf(kind, text.id)).toHaveLength(1)
  })

  test('is refused to visitors, to its author, and to members without a confirmed e-mail', async () => {
    const text = await kinds[kind]()
    expect((await post(text.report, {})).status).toBe(401)
    const authorReport = await post(text.report, {}, { as: text.author })
    expect(authorReport).toMatchObject({ status: 403, body: { detail: 'You can’t report what you wrote yourself.' } })
    const stranger = await post(text.report, {}, { as: await createPerson() })
    expect(stranger).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } })
    expect(await reportsOf(kind, text.id)).toEqual([])
  })

  test('names an invalid reason with 400', async () => {
    const [text, as] = [await kinds[kind](), await confirmed()]
    for (const reason of ['x'.repeat(maxReportReasonLength + 1), 'a\0b', '\ud800', 7])
      expect(await post(text.report, { reason }, { as })).toMatchObject({
        status: 400,
        body: { reason: [expect.any(String)] },
      })
    expect((await post(text.report, { reason: 'x'.repeat(maxReportReasonLength) }, { as })).status).toBe(201)
  })

  test.each([
    ['pending', { status: 'pending' }],
    ['rejected', { status: 'rejected' }],
    ['hidden', { hidden_at: new Date() }],
    ['deleted', { deleted_at: new Date() }],
  ] as const)('that is %s returns 404 to members, and 403 to moderators who can see it', async (name, overrides) => {
    const text = await kinds[kind](overrides)
    expect((await post(text.report, {}, { as: await confirmed() })).status).toBe(404)
    const moderator = await confirmed({ role: 'moderator' })
    expect((await post(text.report, {}, { as: moderator })).status).toBe(name === 'deleted' ? 404 : 403)
    expect(await reportsOf(kind, text.id)).toEqual([])
  })

  test('hides the text when enough members have reported it, and not before', async () => {
    const text = await kinds[kind]()
    for (const [at, as] of (await createReporters()).entries()) {
      expect(await isHidden(kind, text.id)).toBe(false)
      expect((await post(text.report, { reason: `Reason ${at}` }, { as })).status).toBe(201)
    }
    expect(await isHidden(kind, text.id)).toBe(true)
    expect((await post(text.report, {}, { as: await createReporter() })).status).toBe(404)
  })

  test('hides the text with the third reporter', async () => {
    const text = await kinds[kind]()
    const report = async () => post(text.report, {}, { as: await createReporter() })
    await report()
    await report()
    expect(await isHidden(kind, text.id)).toBe(false)
    await report()
    expect(await isHidden(kind, text.id)).toBe(true)
  })

  test('hides the text even if all reporters send their reports concurrently', async () => {
    const [text, people] = [await kinds[kind](), await createReporters(reportsBeforeHiding)]
    const answers = await Promise.all(people.map((as) => post(text.report, {}, { as })))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
    expect(await isHidden(kind, text.id)).toBe(true)
  })

  test('from accounts less than a day old is stored, but hides nothing', async () => {
    const text = await kinds[kind]()
    for (let count = 0; count < reportsBeforeHiding + 1; count++)
      expect((await post(text.report, {}, { as: await confirmed() })).status).toBe(201)
    expect(await isHidden(kind, text.id)).toBe(false)
    expect(await reportsOf(kind, text.id)).toHaveLength(reportsBeforeHiding + 1)
  })

  test('from accounts with an unconfirmed e-mail, if the site allows them, hides nothing', async () => {
    const [text, of] = [await kinds[kind](), await startApp({ REQUIRE_CONFIRMED_EMAIL: 'off' })]
    for (let count = 0; count < reportsBeforeHiding + 1; count++) {
      const as = await createPerson({ created_at: dayAgo })
      expect((await post(text.report, {}, { as, of })).status).toBe(201)
    }
    expect(await isHidden(kind, text.id)).toBe(false)
  })

  test('that a moderator dismissed no longer counts, and cannot be repeated by the same member', async () => {
    const [text, people] = [await kinds[kind](), await createReporters()]
    const moderator = await confirmed({ role: 'moderator' })
    for (const as of people) await post(text.report, {}, { as })
    const [first] = await reportsOf(kind, text.id)
    const resolve = moderationPaths.api.resolveReport(first?.id ?? 0)
    expect((await post(resolve, { action: 'dismiss' }, { as: moderator })).status).toBe(200)
    expect(await isHidden(kind, text.id)).toBe(false)
    for (const as of people) expect((await post(text.report, {}, { as })).status).toBe(409)
    const others = await createReporters()
    for (const as of others.slice(1)) await post(text.report, {}, { as })
    expect(await isHidden(kind, text.id)).toBe(false)
    const [last] = others
    if (last) await post(text.report, {}, { as: last })
    expect(await isHidden(kind, text.id)).toBe(true)
  })
})

test('a comment in a thread that is not public cannot be reported: 404', async () => {
  const thread = await createThread({ hidden_at: new Date() })
  const { id } = await createComment({ thread })
  expect((await post(forumPaths.api.commentReport(id), {}, { as: await confirmed() })).status).toBe(404)
  expect((await post(forumPaths.api.commentReport(2_000_000_000), {}, { as: await confirmed() })).status).toBe(404)
  expect((await post(forumPaths.api.threadReport('no-such'), {}, { as: await confirmed() })).status).toBe(404)
})

test('reply_count omits a hidden reply until the reply is shown again', async () => {
  const comment = await createComment()
  const reply = await createComment({ parent: comment })
  const countOf = async () => (await db.comment.findUniqueOrThrow({ where: { id: comment.id } })).reply_count
  expect(await countOf()).toBe(1)
  for (const as of await createReporters()) await post(forumPaths.api.commentReport(reply.id), {}, { as })
  expect(await countOf()).toBe(0)
  const [report] = await reportsOf('comment', reply.id)
  const as = await confirmed({ role: 'moderator' })
  await post(moderationPaths.api.resolveReport(report?.id ?? 0), { action: 'dismiss' }, { as })
  expect(await countOf()).toBe(1)
})

test('an account less than a day old can send five reports, not counting refused ones', async () => {
  const of = await startApp({ LIMITS: 'on' })
  const as = await confirmed()
  const { author, report } = await kinds.thread()
  for (let count = 0; count < 8; count++) expect((await post(report, {}, { as: author, of })).status).toBe(403)
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push((await post((await kinds.comment()).report, {}, { as, of })).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  const old = await createReporter()
  for (let count = 0; count < 6; count++)
    expect((await post((await kinds.comment()).report, {}, { as: old, of })).status).toBe(201)
})
