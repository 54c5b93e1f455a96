import { Option } from 'commander'
import type { Command } from 'commander'
import { normalizeText } from '#shared/texts.ts'
import { Email, Role } from '#shared/users/schema.ts'
import { db } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { addVerb, parseCount, parsedBy, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { withMigratedDatabase } from './migrated-database.ts'

const columns = { id: true, username: true, email: true, role: true, email_confirmed_at: true, created_at: true }

const aboutPeople = `
Examples:
  npm run cli -- user list --role admin
  npm run cli -- user list --search ana --limit 50
  npm run -s cli -- user show --email ana@example.com --json`

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

async function show({ email, ...options }: CommandOptions & { email: string }) {
  await withMigratedDatabase(async () => {
    const user = await db.user.findUnique({
      where: { email },
      select: {
        ...columns,
        language: true,
        access: { select: { source: true, tier: true, expires_at: true } },
        _count: { select: { sessions: true, threads: true, comments: true } },
      },
    })
    if (!user) throw new StartProblem(`There is no account with the address ${email}.`)
    const { _count: counts, ...facts } = user
    const shown = { ...facts, ...counts }
    const lines = Object.entries(shown).map(
      ([name, value]) => `${name}: ${value instanceof Date ? value.toISOString() : JSON.stringify(value)}`,
    )
    printResult(options, lines.join('\n'), shown)
  })
}

export function addPeopleCommands(user: Command): void {
  addVerb(user, 'list', 'Lists the latest accounts.')
    .addOption(new Option('--role <role>', 'only accounts with this role').choices(Role.options))
    .option('--search <text>', 'part of the address or username', normalizeText)
    .option('--limit <number>', 'how many', parseCount, 20)
    .addHelpText('after', aboutPeople)
    .action(list)
  addVerb(user, 'show', 'Shows an account with its role, access and counts, without its password.')
    .requiredOption(
      '--email <address>',
      'e-mail address of the account',
      parsedBy(Email, 'Expected an e-mail address.'),
    )
    .addHelpText('after', aboutPeople)
    .action(show)
}
