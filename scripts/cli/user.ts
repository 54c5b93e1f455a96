import { randomBytes } from 'node:crypto'
import { Option } from 'commander'
import type { Command } from 'commander'
import { Email, maxPasswordLength, NewPassword, NewUser, Role, minPasswordLength } from '#shared/users/schema.ts'
import { changeMember, getMember } from '../../server/admin/member.ts'
import { endMemberSessions } from '../../server/admin/member-sessions.ts'
import { db } from '../../server/database/db.ts'
import { addAuditEntry } from '../../server/editing/audit.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import { createAccount } from '../../server/users/first-admin.ts'
import { findPasswordWeakness } from '../../server/users/passwords.ts'
import { translate } from '../../server/translate.ts'
import { addWritingVerb, parsedBy, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { addPeopleCommands } from './people.ts'
import { getUser, withMigratedDatabase } from './migrated-database.ts'

const about = (example: string) => `
Example:
  npm run cli -- user ${example}`

type Person = CommandOptions & { email: string }
type NewPerson = Person & { name: string; role: Role; password?: string }

/** Not an argument parser, because Commander would print the refused password. */
async function refuseWeak(password: string, { email, name }: NewPerson) {
  if (!NewPassword.safeParse(password).success)
    throw new StartProblem(`--password must have ${minPasswordLength} to ${maxPasswordLength} characters.`)
  const { SITE_NAME, COMPANY_NAME } = parseSettings(process.env)
  const weakness = await findPasswordWeakness(password, { email, names: [name], site: [SITE_NAME, COMPANY_NAME] })
  if (weakness.length > 0) throw new StartProblem(weakness.map((key) => translate('en', key)).join(' '))
}

async function create(person: NewPerson) {
  const { email, name, role, dryRun = false } = person
  if (person.password !== undefined) await refuseWeak(person.password, person)
  const password = person.password ?? randomBytes(18).toString('base64url')
  const made = !dryRun && person.password === undefined ? { password } : {}
  const sentence = dryRun ? `Would create ${email} as ${role}.` : `Created ${email} as ${role}.`
  const text = 'password' in made ? `${sentence} Password: ${password}` : sentence
  await withMigratedDatabase(async () => {
    const isFree = dryRun
      ? (await db.user.count({ where: { email } })) === 0
      : await createAccount({ email, name, role, password }, (transaction, id) =>
          addAuditEntry(transaction, {
            actor_id: null,
            kind: 'member',
            action: 'created',
            target: id,
            after: { role },
          }),
        )
    if (!isFree) throw new StartProblem(`An account with the address ${email} already exists.`)
    printResult(person, text, { email, role, ...made, dry_run: dryRun })
  })
}

async function giveRole(person: Person & { role: Role }) {
  const { email, role, dryRun = false } = person
  await withMigratedDatabase(async () => {
    const { item, etag } = await getMember((await getUser(email)).id)
    const { id, role: former_role, granted_tier, granted_until, granted_reason } = item
    const editor = { id: null }
    if (!dryRun)
      await changeMember({ id, if_match: etag, editor }, { role, granted_tier, granted_until, granted_reason })
    printResult(
      person,
      dryRun
        ? `Would change the role of ${email} from ${former_role} to ${role}.`
        : `${email} now has the role ${role}.`,
      { email, role, former_role, dry_run: dryRun },
    )
  })
}

async function signOut(person: Person) {
  const { email, dryRun = false } = person
  await withMigratedDatabase(async () => {
    const { id } = await getUser(email)
    const ended = await db.session.count({ where: { user_id: id } })
    if (!dryRun) await endMemberSessions({ id: null }, id)
    printResult(person, `${dryRun ? 'Would end' : 'Ended'} ${ended} sessions of ${email}.`, {
      email,
      ended,
      dry_run: dryRun,
    })
  })
}

const roleOption = () => new Option('--role <role>', 'role of the account').choices(Role.options)

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('Lists, creates, changes and blocks accounts.')
  const addPersonVerb = (name: string, description: string) =>
    addWritingVerb(user, name, description).requiredOption(
      '--email <address>',
      'e-mail address of the account',
      parsedBy(Email, 'Expected an e-mail address.'),
    )
  addPersonVerb('create', 'Creates an account. An existing account is not changed.')
    .option(
      '--name <name>',
      'name in the greeting of mails',
      parsedBy(NewUser.shape.name, 'Expected one line of at most 60 characters.'),
      'Admin',
    )
    .addOption(roleOption().default('user'))
    .option('--password <password>', 'generated and printed if omitted')
    .addHelpText('after', about('create --email ana@example.com --name Ana --role admin'))
    .action(create)
  addPersonVerb('role', 'Changes the role of an account.')
    .addOption(roleOption().makeOptionMandatory())
    .addHelpText('after', about('role --email ana@example.com --role moderator --dry-run'))
    .action(giveRole)
  addPersonVerb(
    'sign-out',
    'Ends all sessions of an account, and the links mailed to reset its password or change its address.',
  )
    .addHelpText('after', about('sign-out --email ana@example.com'))
    .action(signOut)
  addPeopleCommands(user)
}
