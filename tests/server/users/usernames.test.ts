import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { backfillUsernameSkeletons, usernameSkeletonOf } from '../../../server/users/usernames.ts'
import { openApp, patch, post, startApp } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const rename = async (username: string, as?: { token: string }, locale: 'en' | 'es' = 'en') =>
  patch(paths.api.me, { username }, { as: as ?? (await createPerson()), locale })
const reserved = { status: 400, body: { username: ['This username is reserved. Choose another one.'] } }
const mixed = { status: 400, body: { username: ['Use letters of one alphabet only.'] } }
const unfit = { status: 400, body: { username: ['Use 3 to 30 letters, numbers, _ or -.'] } }
const unavailable = { status: 400, body: { username: ['This username is taken. Choose another one.'] } }

describe('a username', () => {
  test.each([
    'Marta_Ruiz',
    'ñandú-7',
    'Анна',
    'Ελένη',
    '山田たろう',
    '김민수',
    'مريم',
    'スーパー',
    '佐々木',
    'botanica',
  ])('may be %s', async (username) => {
    expect(await rename(username)).toMatchObject({ status: 200, body: { username } })
  })

  test.each(['аdmin', 'Μoderator', 'рaypal', 'ana١'])('uses one alphabet: not %s', async (username) => {
    expect(await rename(username)).toMatchObject(mixed)
  })

  test.each([
    'admin',
    'ADMIN',
    'Adm1n',
    'admin_2',
    'ad-min',
    'ａｄｍｉｎ',
    'm0derator',
    'Soporte',
    'promptory',
    'Promptory-Support',
    'prornptory',
    'PromptoryLabsInc',
    'promptorysupport',
    'promptoryteam',
    'supportteam',
    '1admin1',
    'promptoryteam-official',
    'admin-of-promptory',
    'equipo-de-soporte',
    'theadmin2026',
    'modérator',
    'real-promptory-fan',
    'removed-3',
  ])('must not look official: not %s', async (username) => {
    expect(await rename(username)).toMatchObject(reserved)
  })

  test.each([
    '\u1160\u1160\u1160',
    '\u3164\u3164\u3164',
    '\uffa0\uffa0\uffa0',
    'ـــ',
    'ʼʼʼ',
    '---',
    'ーーー',
    'ǃǃǃ',
    'adminǃ',
    'ꞌꞌꞌ',
    '한글이름\u1160',
    '한글이름\u3164',
    'محـمد',
    'marta\u115f',
    'removed 3',
  ])('must have visible letters or digits: not %j', async (username) => {
    expect(await rename(username)).toMatchObject(unfit)
  })

  test('has the same skeleton with and without invisible characters', async () => {
    expect(await usernameSkeletonOf('한글이름\u1160')).toBe(await usernameSkeletonOf('한글이름'))
    expect(await usernameSkeletonOf('محـمد')).toBe(await usernameSkeletonOf('محمد'))
  })

  test('may contain the name of another site in the same process', async () => {
    const of = await startApp({ SITE_NAME: 'Zanzibar' })
    const as = await createPerson()
    expect(await patch(paths.api.me, { username: 'zanzibar-fan' }, { of, as })).toMatchObject(reserved)
    expect(await rename('zanzibar-fan', as)).toMatchObject({ status: 200 })
  })

  test('of a team member may look official', async () => {
    expect((await rename('moderator', await createPerson({ role: 'moderator' }))).status).toBe(200)
    expect(await rename('Moderat0r', await createPerson({ role: 'admin' }))).toMatchObject(unavailable)
  })

  test.each([
    ['Alice', 'AIice'],
    ['marco', 'rnarco'],
    ['Ivan', 'lvan'],
    ['Bob_0', 'bob_O'],
    ['ВОВАН', 'BOBAH'],
  ])('%s excludes the similar %s', async (username, alike) => {
    expect((await rename(username)).status).toBe(200)
    expect(await rename(alike)).toMatchObject(unavailable)
  })

  test('with an accent does not exclude the one without', async () => {
    expect((await rename('José-Núñez')).status).toBe(200)
    expect((await rename('Jose-Nunez')).status).toBe(200)
  })

  test('in two similar spellings is stored for one of ten people who choose it concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => rename(at % 2 ? 'popular-1' : 'popuIar-l')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(unavailable)
  })

  test('can be chosen again by its owner, even in another case', async () => {
    const person = await createPerson({ username: 'Support' })
    expect((await rename('Support', person)).status).toBe(200)
    expect(await rename('administrador', person, 'es')).toMatchObject({
      body: { username: ['Este nombre de usuario está reservado. Elige otro.'] },
    })
    const other = await createPerson()
    expect((await rename('Zacarías', other)).status).toBe(200)
    expect((await rename('zacarías', other)).status).toBe(200)
  })

  test.each([
    ['Admin', ''],
    ['Promptory', 'Support'],
    ['Ana', 'Петрова'],
    ['PromptoryTeam', 'Official'],
    ['7\u1160\u1160', 'ʼʼ'],
    ['ʼ', 'ーー'],
  ])('that is generated for %s %s is neither reserved nor of mixed alphabets', async (name, surname) => {
    const email = `${encodeURIComponent(name).replaceAll('%', '')}-${surname.length}@example.test`.toLowerCase()
    const body = { email, name, surname: surname || 'Moderator', password: 'a long enough secret' }
    const answer = await post(paths.api.register, body)
    expect(answer).toMatchObject({ status: 201, body: { username: expect.stringMatching(/^user(-\d+)*$/) } })
  })

  test('is not generated from a name without visible characters, which returns 400', async () => {
    const body = {
      email: 'nothing@example.test',
      name: '\u1160\u1160\u1160',
      surname: 'A',
      password: 'a long enough secret',
    }
    expect(await post(paths.api.register, body)).toMatchObject({ status: 400, body: { name: [expect.any(String)] } })
  })
})

test('old usernames get a skeleton at the next start, but only one of two similar names', async () => {
  const [first, second] = [await createPerson({ username: 'Olivia' }), await createPerson({ username: 'OIivia' })]
  await Promise.all([backfillUsernameSkeletons(), backfillUsernameSkeletons()])
  const users = await db.user.findMany({ where: { id: { in: [first.id, second.id] } } })
  expect(users.map((user) => user.username_skeleton).filter(Boolean)).toEqual([await usernameSkeletonOf('Olivia')])
  expect(await rename('0livia')).toMatchObject(unavailable)
})

test('an old username with invisible characters excludes the same name without them after a start', async () => {
  const migration = new URL('../../../prisma/migrations/20261121213000_skeletons_anew/migration.sql', import.meta.url)
  const { id } = await createPerson({ username: 'سـارة' })
  await db.user.update({ where: { id }, data: { username_skeleton: 'سـارة' } })
  await db.$executeRawUnsafe(readFileSync(migration, 'utf8'))
  await backfillUsernameSkeletons()
  expect(await rename('سارة')).toMatchObject(unavailable)
})
