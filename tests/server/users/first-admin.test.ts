import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { announceFirstAdmin, createFirstAdmin } from '../../../server/users/first-admin.ts'
import { openApp, post } from '../../support/app.ts'
import { createDataFolder } from '../../support/site.ts'

await openApp()

const folder = createDataFolder()

describe('the first admin', () => {
  test('is created at the next start if the password file cannot be written at the first', async () => {
    writeFileSync(join(folder, 'a file'), '')
    await expect(createFirstAdmin(join(folder, 'a file', 'first-admin.json'))).rejects.toThrow('a file')
    expect(await db.user.count()).toBe(0)
  })

  test('is created once, and its password is written to the file', async () => {
    const file = join(folder, 'first-admin.json')
    const [first, second] = [await createFirstAdmin(file), await createFirstAdmin(file)]
    expect(second).toBeNull()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first)
    expect((await post(paths.api.token, first ?? {})).status).toBe(200)
    expect(await db.user.findMany({ select: { role: true } })).toEqual([{ role: 'admin' }])
  })

  test('has its password printed once, and only to a terminal', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const file = join(folder, 'said.json')
    for (const isTerminal of [true, false]) {
      await db.user.deleteMany()
      await announceFirstAdmin(file, isTerminal)
      await announceFirstAdmin(file, isTerminal)
      const { password } = JSON.parse(readFileSync(file, 'utf8'))
      const location = isTerminal ? `its password ${password} (kept in ${file})` : `its password is in ${file}`
      expect(log.mock.calls).toEqual([[`The first admin account is admin@localhost.test, ${location}.`]])
      log.mockClear()
    }
  })
})
