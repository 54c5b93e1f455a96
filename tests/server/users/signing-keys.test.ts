import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { db } from '../../../server/database/db.ts'
import { findSigningSecrets } from '../../../server/users/signing-keys.ts'
import { createPerson } from '../../support/people.ts'
import { createDataFolder } from '../../support/site.ts'
import { openApp } from '../../support/app.ts'

await openApp()

beforeEach(async () => {
  await db.signingKey.deleteMany()
  await db.session.deleteMany()
})

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string]
const wrong = /^This database was used with another secret than .*\. Set JWT_SECRET/

test('a database in use refuses a newly generated secret', async () => {
  const [folder, moved] = [createDataFolder(), createDataFolder()]
  const [made] = await findSigningSecrets({ DATA_DIR: folder })
  expect(await findSigningSecrets({ DATA_DIR: folder })).toEqual([made])
  await expect(findSigningSecrets({ DATA_DIR: moved })).rejects.toThrow(wrong)
  // The refused start must not store its secret, which a second start would accept.
  expect(existsSync(join(moved, 'jwt-secret'))).toBe(false)
  expect(await findSigningSecrets({ DATA_DIR: moved, JWT_SECRET: made })).toEqual([made])
})

test('a database with sessions but without known secrets refuses a newly generated secret', async () => {
  await createPerson()
  await expect(findSigningSecrets({ DATA_DIR: createDataFolder() })).rejects.toThrow(wrong)
  expect(await findSigningSecrets({ DATA_DIR: createDataFolder(), JWT_SECRET: one })).toEqual([one])
})

test('a new secret is accepted together with the former secret, and tokens of both are valid', async () => {
  const DATA_DIR = createDataFolder()
  await findSigningSecrets({ DATA_DIR, JWT_SECRET: one })
  await expect(findSigningSecrets({ DATA_DIR, JWT_SECRET: two })).rejects.toThrow(wrong)
  expect(await findSigningSecrets({ DATA_DIR, JWT_SECRET: two, JWT_OLD_SECRETS: [one] })).toEqual([two, one])
  for (const JWT_SECRET of [one, two]) expect(await findSigningSecrets({ DATA_DIR, JWT_SECRET })).toEqual([JWT_SECRET])
  await expect(findSigningSecrets({ DATA_DIR, JWT_SECRET: three })).rejects.toThrow(wrong)
  expect((await findSigningSecrets({ DATA_DIR, JWT_OLD_SECRETS: [one] }))[1]).toBe(one)
})

test('only one of three servers with different secrets starts if they start concurrently', async () => {
  const starts = await Promise.allSettled(
    [one, two, three].map((JWT_SECRET) => findSigningSecrets({ DATA_DIR: createDataFolder(), JWT_SECRET })),
  )
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db.signingKey.count()).toBe(1)
})
