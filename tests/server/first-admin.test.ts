import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../server/db.ts'
import { createFirstAdmin } from '../../server/users/first-admin.ts'
import { post } from '../support/app.ts'
import { createDataFolder } from '../support/site.ts'

const folder = createDataFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the first account', () => {
  test('is not made where its password cannot be kept, so that the next start makes it', async () => {
    writeFileSync(join(folder, 'a file'), '')
    await expect(createFirstAdmin(join(folder, 'a file', 'first-admin.json'))).rejects.toThrow('a file')
    expect(await db.user.count()).toBe(0)
  })

  test('is made once, and its password is in the file', async () => {
    const file = join(folder, 'first-admin.json')
    const [first, second] = [await createFirstAdmin(file), await createFirstAdmin(file)]
    expect(second).toBeNull()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first)
    expect((await post(paths.api.token, first ?? {})).status).toBe(200)
    expect(await db.user.findMany({ select: { role: true } })).toEqual([{ role: 'admin' }])
  })
})
