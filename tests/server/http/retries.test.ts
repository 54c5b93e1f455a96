import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { db } from '../../../server/database/db.ts'
import { IdempotencyKey } from '../../../server/http/route.ts'
import { app, openApp, post, startApp } from '../../support/app.ts'
import { createMember } from '../../support/commenting.ts'
import { createSection, createThread } from '../../support/forum.ts'
import { newAddress } from '../../support/invitations.ts'
import { newSlug } from '../../support/library.ts'
import { routesOf } from '../../support/browser/mounted.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const [admin, member] = [await createPerson({ role: 'admin' }), await createMember()]
const [section, thread] = [await createSection(), await createThread()]
const confirmed = { email_confirmed_at: new Date(0), created_at: new Date(0) }
const names = { en: { name: 'Part', description: '' }, es: { name: 'Parte', description: '' } }

type Creation = { path: string; as: Person; body: object }
/** A valid request for everything that can be created. */
const creations: Record<string, () => Creation> = {
  thread: () => ({
    path: forumPaths.api.threads(),
    as: member,
    body: { title: `About ${newSlug('matter')}`, section: section.slug, description: 'Long enough to be *read*.' },
  }),
  comment: () => ({
    path: forumPaths.api.comments(thread.meta_slug),
    as: member,
    body: { body: `I say ${newSlug('word')}`, typing_ms: 60_000 },
  }),
  collection: () => ({ path: paths.api.collections(), as: member, body: { name: newSlug('mine') } }),
  'library item': () => ({
    path: adminPaths.api.library('tags'),
    as: admin,
    body: { slug: newSlug('tag'), texts: { en: { name: 'Tag' }, es: null } },
  }),
  'forum section': () => ({
    path: adminNewsPaths.api.sections,
    as: admin,
    body: { slug: newSlug('part'), position: 5, texts: names },
  }),
  'tag of posts': () => ({
    path: adminNewsPaths.api.tags,
    as: admin,
    body: { names: { en: newSlug('tag'), es: 'Etiqueta' } },
  }),
  question: () => ({
    path: adminSitePaths.api.content('faq'),
    as: admin,
    body: { page: 'landing', texts: { en: { q: newSlug('Why'), a: 'So.' }, es: { q: '¿Por qué?', a: 'Así.' } } },
  }),
  invitation: () => ({
    path: invitationPaths.api.list,
    as: admin,
    body: { email: newAddress(), role: 'editor', language: 'en' },
  }),
}
const send = ({ path, as, body }: Creation, key: string | undefined = randomUUID(), of = app) =>
  post(path, body, { as, of, headers: { 'idempotency-key': key } })

const idOf = ({ id, meta_slug }: { id?: number; meta_slug?: string }) => id ?? meta_slug

const longAgo = new Date(Date.now() - 3_600_000)

describe.each(Object.entries(creations))('creating a %s with an Idempotency-Key', (_name, creation) => {
  test('several times creates it once, even concurrently and on another server', async () => {
    const [made, key, other] = [creation(), randomUUID(), await startApp()]
    const counted = () => db.auditEntry.count({ where: { actor_id: admin.id, request_key: { not: null } } })
    const before = await counted()
    const answers = await Promise.all([send(made, key), send(made, key, other), send(made, key)])
    const again = await send(made, key)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    for (const { body } of answers) expect(body).toEqual(again.body)
    // A single audit entry means a single run of everything after it, such as the mail of an invitation.
    expect((await counted()) - before).toBe(made.as === admin ? 1 : 0)
  })

  test('and another body creates another object, and a retry returns the response to its own body', async () => {
    const [first, second, key] = [creation(), creation(), randomUUID()]
    const { body } = await send(first, key)
    const other = await send(second, key)
    expect(other.status).toBe(201)
    expect(other.body).not.toEqual(body)
    expect((await send(first, key)).body).toEqual(body)
    expect((await send(second, key)).body).toEqual(other.body)
  })

  test('that another member has used creates a new one', async () => {
    const [first, second, key] = [creation(), creation(), randomUUID()]
    const { body } = await send(first, key)
    const as = await createPerson({ ...(second.as === admin ? { role: 'admin' as const } : confirmed) })
    const same = await send({ ...first, as }, key)
    expect(idOf(same.body)).not.toBe(idOf(body))
    // Some things of admins need a unique name, so the second is 400.
    expect(first.as === member ? [201] : [201, 400]).toContain(same.status)
    expect(await send({ ...second, as }, key)).toMatchObject({ status: 201 })
    expect((await send({ ...second, as }, key)).body).not.toEqual(body)
    expect((await send(creation(), 'nonsense')).status).toBe(400)
  })
})

describe('an Idempotency-Key sent again', () => {
  test('on another path creates another comment', async () => {
    const [made, other, key] = [creations.comment?.() as Creation, await createThread(), randomUUID()]
    const { body } = await send(made, key)
    const elsewhere = { ...made, path: forumPaths.api.comments(other.meta_slug) }
    const answer = await send(elsewhere, key)
    expect(answer.status).toBe(201)
    expect(answer.body.id).not.toBe(body.id)
    expect(await db.comment.count({ where: { thread_id: other.id } })).toBe(1)
  })

  test.each(['thread', 'comment'])('returns the first %s if only the typing time differs', async (name) => {
    const [made, key] = [creations[name]?.() as Creation, randomUUID()]
    const { body } = await send({ ...made, body: { ...made.body, typing_ms: 60_000 } }, key)
    await db.thread.updateMany({ where: { author_id: member.id }, data: { created_at: longAgo } })
    await db.comment.updateMany({ where: { author_id: member.id }, data: { created_at: longAgo } })
    const again = await send({ ...made, body: { ...made.body, typing_ms: 90_000 } }, key)
    expect([again.body.meta_slug, again.body.id]).toEqual([body.meta_slug, body.id])
  })
})

describe('concurrent requests with one Idempotency-Key', () => {
  const firstDay = { created_at: new Date() }

  test.each([
    ['thread', {}],
    ['thread', firstDay],
    ['comment', firstDay],
    ['invitation', { role: 'admin' }],
  ] as const)('create one %s for a person with %o', async (name, overrides) => {
    const [of, as, key] = [await startApp({ LIMITS: 'on' }), await createMember(overrides), randomUUID()]
    const made = { ...(creations[name]?.() as Creation), as }
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(made, key, of)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.meta_slug ?? body.id)).size).toBe(1)
    expect((await send({ ...(creations[name]?.() as Creation), as }, key, of)).status).toBe(201)
  })

  test('count once towards the daily limit', async () => {
    const [of, as, key] = [await startApp({ LIMITS: 'on' }), await createMember(firstDay), randomUUID()]
    const submit = (made: Creation) => send({ ...made, as }, key, of)
    const [first, second, third] = [1, 2, 3].map(() => creations.thread?.() as Creation) as [
      Creation,
      Creation,
      Creation,
    ]
    await Promise.all(Array.from({ length: 24 }, () => submit(first)))
    expect((await submit(second)).status).toBe(201)
    expect((await submit(third)).status).toBe(429)
    expect(await db.thread.count({ where: { author_id: as.id } })).toBe(2)
    expect((await submit(first)).status).toBe(201)
  })
})

describe('a late retry with an Idempotency-Key', () => {
  test('for a thread that was published meanwhile returns the thread, and counts towards no limit', async () => {
    const [made, key, of] = [creations.thread?.() as Creation, randomUUID(), await startApp({ LIMITS: 'on' })]
    const { body } = await send(made, key, of)
    const data = { created_at: longAgo, status: 'published', published_at: longAgo } as const
    await db.thread.update({ where: { meta_slug: body.meta_slug }, data })
    expect((await send(made, key, of)).body).toEqual({ ...body, status: 'published' })
    expect((await send(made, randomUUID(), of)).body.meta_slug).not.toBe(body.meta_slug)
  })

  test('for a comment returns the comment even if the thread was closed meanwhile', async () => {
    const closed = await createThread()
    const made = { ...(creations.comment?.() as Creation), path: forumPaths.api.comments(closed.meta_slug) }
    const key = randomUUID()
    const { body } = await send(made, key)
    await db.comment.update({ where: { id: body.id }, data: { created_at: longAgo } })
    await db.thread.update({ where: { id: closed.id }, data: { closed_at: new Date() } })
    expect(await send(made, key)).toMatchObject({ status: 201, body: { id: body.id } })
    expect((await send(made)).status).toBe(403)
  })
})

describe('every route that creates something', () => {
  /** Routes that cannot create duplicates: unique e-mail, one report a person, equal images. */
  const unique = ['/api/users/register/', '/report/', '/api/admin/media/']

  test('accepts an Idempotency-Key, or cannot create duplicates', () => {
    const creating = routesOf(app).filter(
      ({ method, schema }) => method === 'POST' && Object.keys(schema?.response ?? {}).includes('201'),
    )
    const without = creating.filter(({ schema }) => schema?.headers !== IdempotencyKey).map(({ url }) => url)
    expect(without.filter((url) => !unique.some((end) => url.endsWith(end)))).toEqual([])
    expect(creating.length).toBeGreaterThan(20)
    expect(JSON.stringify(app.swagger().paths?.['/api/forum/threads/'])).toContain('Another path or body by the same')
  })
})
