import { randomBytes } from 'node:crypto'
import { Option } from 'commander'
import type { Command } from 'commander'
import { normalizeText } from '#shared/texts.ts'
import { maxPasswordLength, NewPassword, NewUser, Role, minPasswordLength } from '#shared/users/schema.ts'
import { changeBlock, changeMember } from '../../server/admin/member.ts'
import { endMemberSessions } from '../../server/admin/member-sessions.ts'
import { db } from '../../server/database/db.ts'
import { addAuditEntry } from '../../server/editing/audit.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import { isLastAdmin } from '../../server/users/blocking.ts'
import { createAccount } from '../../server/users/first-admin.ts'
import { findPasswordWeakness } from '../../server/users/passwords.ts'
import { translate } from '../../server/translate.ts'
import { addVerb, addWritingVerb, emailOption, parseCount, parsedBy, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { getEditedMember, getUser, withMigratedDatabase } from './migrated-database.ts'

const about = (example: string) => `
Example:
  npm run cli -- user ${example}`

const aboutPeople = `
Examples:
  npm run cli -- user list --role admin
  npm run cli -- user list --search ana --limit 50
  npm run -s cli -- user show --email ana@example.com --json`

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
    const { item, key } = await getEditedMember(email)
    const { role: former_role, granted_tier, granted_until, granted_reason } = item
    if (!dryRun) await changeMember(key, { role, granted_tier, granted_until, granted_reason })
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
    const sentence = `${dryRun ? 'Would end' : 'Ended'} ${ended} sessions of ${email}.`
    printResult(person, sentence, { email, ended, dry_run: dryRun })
  })
}

type Blocking = Person & { hideContent?: boolean; reason: string }

async function block({ email, hideContent = false, reason, ...options }: Blocking) {
  const { dryRun = false } = options
  const after = { hides_content: hideContent, reason }
  await withMigratedDatabase(async () => {
    const { key } = await getEditedMember(email)
    const written = { where: { author_id: key.id, deleted_at: null } }
    const threads = hideContent ? await db.thread.count(written) : 0
    const comments = hideContent ? await db.comment.count(written) : 0
    if (await isLastAdmin(db, key.id))
      throw new StartProblem(`${email} is the last admin: give another account the role admin first.`)
    if (!dryRun) await changeBlock(key, { block: after })
    const hidden = hideContent ? ` with ${threads} threads and ${comments} comments, which are hidden` : ''
    const sentence = dryRun ? `Would block ${email}${hidden}.` : `${email} is blocked${hidden}.`
    printResult(options, sentence, { email, ...after, threads, comments, dry_run: dryRun })
  })
}

async function unblock({ email, ...options }: Person) {
  const { dryRun = false } = options
  await withMigratedDatabase(async () => {
    const { item, key } = await getEditedMember(email)
    const was_blocked = item.block !== null
    if (was_blocked && !dryRun) await changeBlock(key, { block: null })
    const done = dryRun ? `Would unblock ${email}.` : `${email} can sign in again.`
    printResult(options, was_blocked ? done : `${email} is not blocked.`, { email, was_blocked, dry_run: dryRun })
  })
}

const columns = { id: true, username: true, email: true, role: true, email_confirmed_at: true, created_at: true }

type ListOptions = CommandOptions & { role?: Role; search?: string; limit: number }

async function list({ role, search, limit, ...options }: ListOptions) {
  await withMigratedDatabase(async () => {
    const contains = { contains: search ?? '', mode: 'insensitive' as const }
    const where = {
      ...(role && { role }),
      ...(search !== undefined && { OR: [{ email: contains }, { username: contains }] }),
    }
    const total = await db.user.count({ where })
    const users = await db.user.findMany({ where, select: columns, orderBy: { id: 'desc' }, take: limit })
    const lines = users.map(
      ({ username, email, role: accountRole, created_at }) =>
        `${created_at.toISOString()}  ${accountRole.padEnd(9)}  ${email}  ${username}`,
    )
    printResult(options, [`${total} accounts`, ...lines].join('\n'), { total, users })
  })
}

async function show({ email, ...options }: Person) {
  await withMigratedDatabase(async () => {
    const { id } = await getUser(email)
    const { _count: counts, ...facts } = await db.user.findUniqueOrThrow({
      where: { id },
      select: {
        ...columns,
        language: true,
        access: { select: { source: true, tier: true, expires_at: true } },
        _count: { select: { sessions: true, threads: true, comments: true } },
      },
    })
    const shown = { ...facts, ...counts }
    const lines = Object.entries(shown).map(
      ([name, value]) => `${name}: ${value instanceof Date ? value.toISOString() : JSON.stringify(value)}`,
    )
    printResult(options, lines.join('\n'), shown)
  })
}

const roleOption = (description = 'role of the account') =>
  new Option('--role <role>', description).choices(Role.options)

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('Lists, creates, changes and blocks accounts.')
  const addPersonVerb = (name: string, description: string) =>
    addWritingVerb(user, name, description).addOption(emailOption().makeOptionMandatory())
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
  addVerb(user, 'list', 'Lists the latest accounts.')
    .addOption(roleOption('only accounts with this role'))
    .option('--search <text>', 'part of the address or username', normalizeText)
    .option('--limit <number>', 'how many', parseCount, 20)
    .addHelpText('after', aboutPeople)
    .action(list)
  addVerb(user, 'show', 'Shows an account with its role, access and counts, without its password.')
    .addOption(emailOption().makeOptionMandatory())
    .addHelpText('after', aboutPeople)
    .action(show)
  addPersonVerb('block', 'Blocks an account and ends its sessions.')
    .option(
      '--hide-content',
      'hide the texts of the person from everybody but moderators until the account is unblocked',
    )
    .option('--reason <text>', 'reason, shown to other admins', normalizeText, '')
    .addHelpText('after', about('block --email ana@example.com --hide-content --reason Advertising'))
    .action(block)
  addPersonVerb('unblock', 'Unblocks an account and shows the texts that were hidden with it.')
    .addHelpText('after', about('unblock --email ana@example.com --dry-run'))
    .action(unblock)
}
