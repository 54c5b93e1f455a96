import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { createProgram } from '../../../scripts/cli/program.ts'
import { db } from '../../../server/database/db.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { get, openApp, url } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'
import { inheritedEnvironment } from '../../support/site.ts'

await openApp()

const exec = promisify(execFile)
async function cli(...args: string[]) {
  const node = ['--disable-warning=ExperimentalWarning', 'scripts/cli/main.ts', 'access', ...args]
  const env = { ...inheritedEnvironment(), DATABASE_URL: url }
  return exec(process.execPath, node, { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr.trim() }),
  )
}

// Each command imports the whole product.
describe('npm run cli -- access', () => {
  test('grants a tier beside that of the subscription, lists it, and removes it', async () => {
    await addStarterPlans()
    const person = await createPerson()
    const { id: user_id, email } = person
    const bought = { user_id, source: 'subscription' as const, tier: 0, expires_at: null, reason: '' }
    await db.access.create({ data: bought })
    const tierNow = async () => (await get(paths.api.subscriptionStatus, { as: person })).body.subscription?.user_tier

    const granted = await cli('give', '--email', email, '--plan', 'premium', '--until', '2999-01-31')
    expect(granted).toEqual({ code: 0, output: `${email} has tier 1 until 2999-02-01T00:00:00.000Z.` })
    expect(await tierNow()).toBe(1)
    const { output } = await cli('list', '--json')
    const mine = (JSON.parse(output) as { access: { email: string }[] }).access.filter((row) => row.email === email)
    expect(mine).toEqual([{ email, source: 'granted', tier: 1, expires_at: '2999-02-01T00:00:00.000Z' }])

    expect(await cli('take', '--email', email)).toEqual({ code: 0, output: `Removed the granted access of ${email}.` })
    expect(await tierNow()).not.toBe(1)
    expect(await db.access.findMany({ where: { user_id } })).toEqual([bought])
    const entries = await db.auditEntry.findMany({ where: { target: String(user_id) }, orderBy: { id: 'asc' } })
    expect(entries).toMatchObject([
      { actor_id: null, kind: 'member', after: { granted_tier: 1 } },
      { actor_id: null, kind: 'member', after: { granted_tier: 0 } },
    ])
  })

  test('refuses an end date in the past', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const args = ['access', 'give', '--email', 'ana@example.test', '--tier', '1', '--until', '2020-01-31']
    await expect((await createProgram()).parseAsync(args, { from: 'user' })).rejects.toThrow('This time has passed.')
    expect(write).toHaveBeenCalled()
  })
})
