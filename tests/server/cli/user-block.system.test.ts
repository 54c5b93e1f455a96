import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, url } from '../../support/app.ts'
import { createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import { inheritedEnvironment } from '../../support/site.ts'

await openApp()

async function cli(...args: string[]) {
  const node = ['--disable-warning=ExperimentalWarning', 'scripts/cli/main.ts', 'user', ...args, '--json']
  const env = { ...inheritedEnvironment(), DATABASE_URL: url }
  const { stdout } = await promisify(execFile)(process.execPath, node, { env })
  return JSON.parse(stdout) as object
}

// Each command imports the whole product.
test('npm run cli -- user block and unblock have the same effects as in the admin area', async () => {
  const person = await createPerson()
  const thread = await createThread({ author: person })
  const isHidden = async () => (await db.thread.findUniqueOrThrow({ where: { id: thread.id } })).hidden_at !== null
  const block = ['block', '--email', person.email, '--hide-content', '--reason', 'Spam']
  expect(await cli(...block, '--dry-run')).toMatchObject({ threads: 1, dry_run: true })
  expect([(await get(paths.api.me, { as: person })).status, await isHidden()]).toEqual([200, false])
  expect(await cli(...block)).toMatchObject({ hides_content: true, reason: 'Spam', dry_run: false })
  expect([(await get(paths.api.me, { as: person })).status, await isHidden()]).toEqual([401, true])
  expect(await cli('unblock', '--email', person.email)).toMatchObject({ was_blocked: true })
  expect(await isHidden()).toBe(false)
  const entries = await db.auditEntry.findMany({ where: { kind: 'member' }, orderBy: { id: 'asc' } })
  expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual([
    [null, 'member_blocked'],
    [null, 'member_unblocked'],
  ])
})
