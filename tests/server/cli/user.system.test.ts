import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CommanderError } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { createProgram } from '../../../scripts/cli/program.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post, url } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'
import { inheritedEnvironment } from '../../support/site.ts'

await openApp()

const exec = promisify(execFile)
/** Output and exit code of a user command. */
async function cli(...args: string[]) {
  const node = ['--disable-warning=ExperimentalWarning', 'scripts/cli/main.ts', 'user', ...args]
  const env = { ...inheritedEnvironment(), DATABASE_URL: url }
  return exec(process.execPath, node, { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr.trim() }),
  )
}

/** Output and exit code for arguments that run no command. */
async function parse(...args: string[]) {
  let output = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      output += text
      return true
    })
  const error = await (
    await createProgram()
  )
    .parseAsync(['user', ...args], { from: 'user' })
    .catch((reason: CommanderError) => reason)
  return { code: 'exitCode' in error ? error.exitCode : null, output: output.trim() }
}

// Each command imports the whole product.

describe('npm run cli -- user sign-out', () => {
  test('ends every session and link of the account', async () => {
    const [person, other] = [await createPerson(), await createPerson()]
    await db.session.create({ data: { user_id: person.id, device: '' } })
    const link = { hash: 'a link', user_id: person.id, expires_at: new Date(Date.now() + 60_000) }
    await db.oneTimeToken.create({ data: { ...link, purpose: 'reset_password' } })
    const { email } = person
    const dry = await cli('sign-out', '--email', email, '--dry-run')
    expect(dry).toEqual({ code: 0, output: `Would end 2 sessions of ${email}.` })
    expect((await get(paths.api.me, { as: person })).status).toBe(200)
    expect(await cli('sign-out', '--email', email)).toEqual({ code: 0, output: `Ended 2 sessions of ${email}.` })
    expect((await get(paths.api.me, { as: person })).status).toBe(401)
    expect((await get(paths.api.me, { as: other })).status).toBe(200)
    expect(await db.oneTimeToken.count({ where: { user_id: person.id } })).toBe(0)
  })

  test('reports an unknown account', async () => {
    const output = 'There is no account with the address nobody@example.test.'
    expect(await cli('sign-out', '--email', 'nobody@example.test')).toEqual({ code: 1, output })
  })

  test('--help prints the usage', async () => {
    const { code, output } = await parse('sign-out', '--help')
    expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: npm run cli -- user sign-out \[options\]/)])
    for (const option of ['--email <address>', '--dry-run', '--json']) expect(output).toContain(option)
  })
})

test('npm run cli -- user with --json prints one document', async () => {
  const email = 'document@example.test'
  const run = async (...args: string[]) => JSON.parse((await cli(...args, '--email', email, '--json')).output)
  expect(await run('create', '--dry-run')).toEqual({ email, role: 'user', dry_run: true })
  const created = await run('create')
  expect(created).toEqual({ email, role: 'user', password: expect.stringMatching(/^.{24}$/), dry_run: false })
  expect((await post(paths.api.token, { email, password: created.password })).status).toBe(200)
  const role = { email, role: 'editor', former_role: 'user' }
  expect(await run('role', '--role', 'editor')).toEqual({ ...role, dry_run: false })
  expect(await run('sign-out')).toEqual({ email, ended: 1, dry_run: false })
  const { id } = await db.user.findUniqueOrThrow({ where: { email }, select: { id: true } })
  const entries = await db.auditEntry.findMany({ where: { target: String(id) }, orderBy: { id: 'asc' } })
  const made = { actor_id: null, kind: 'member', action: 'created', after: { role: 'user' } }
  const changed = { before: { role: 'user' }, after: { role: 'editor' } }
  const others = [{ action: 'changed', ...changed }, { action: 'member_signed_out' }]
  expect(entries).toMatchObject([made, ...others])
  expect(await cli('create', '--email', email, '--json')).toEqual({
    code: 1,
    output: `An account with the address ${email} already exists.`,
  })
})

const person = ['--email', 'named@example.test']
test.each([
  [[], /^Usage: npm run cli -- user \[options\] \[command\]\n/],
  [['frob'], /^error: unknown command 'frob'\nSee --help\.$/],
  [['sign-out'], /^error: required option '--email <address>' not specified\n/],
  [
    ['sign-out', '--email', 'nobody'],
    /'--email <address>' argument 'nobody' is invalid\. Expected an e-mail address\.\n/,
  ],
  [['role', ...person, '--role', 'king'], /'--role <role>' argument 'king' is invalid\. Allowed choices/],
  [['role', ...person], /^error: required option '--role <role>' not specified\n/],
  [
    ['create', ...person, '--name', 'Two\nlines'],
    /'--name <name>' argument 'Two\nlines' is invalid\. Expected one line/,
  ],
  [['create', ...person, '--name', 'x'.repeat(3_000)], /'--name <name>' argument 'x+' is invalid\. Expected one line/],
])('npm run cli -- user %j prints an error', async (args, sentence) => {
  expect(await parse(...args)).toEqual({ code: 1, output: expect.stringMatching(sentence) })
})

test.each([
  ['Password@123', /^This is a commonly used password\./],
  ['short', /^--password must have 8 to 128 characters\.$/],
])('npm run cli -- user create refuses the password %s', async (password, sentence) => {
  const args = ['user', 'create', ...person, '--password', password]
  await expect((await createProgram()).parseAsync(args, { from: 'user' })).rejects.toThrow(sentence)
  expect(await db.user.count({ where: { email: 'named@example.test' } })).toBe(0)
})
