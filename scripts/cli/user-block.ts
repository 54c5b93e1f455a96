import type { Command } from 'commander'
import { normalizeText } from '#shared/texts.ts'
import { Email } from '#shared/users/schema.ts'
import { changeBlock, getMember } from '../../server/admin/member.ts'
import { db } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { isLastAdmin } from '../../server/users/blocking.ts'
import { addWritingVerb, parsedBy, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { getUser, withMigratedDatabase } from './migrated-database.ts'

const about = (example: string) => `
Example:
  npm run cli -- user ${example}`

type Person = CommandOptions & { email: string }
type Blocking = Person & { hideContent?: boolean; reason: string }

async function block({ email, hideContent = false, reason, ...options }: Blocking) {
  const { dryRun = false } = options
  const after = { hides_content: hideContent, reason }
  await withMigratedDatabase(async () => {
    const { item, etag } = await getMember((await getUser(email)).id)
    const { id } = item
    const threads = hideContent ? await db.thread.count({ where: { author_id: id, deleted_at: null } }) : 0
    const comments = hideContent ? await db.comment.count({ where: { author_id: id, deleted_at: null } }) : 0
    if (await isLastAdmin(db, id))
      throw new StartProblem(`${email} is the last admin: give another account the role admin first.`)
    if (!dryRun) await changeBlock({ id, if_match: etag, editor: { id: null } }, { block: after })
    const hidden = hideContent ? ` with ${threads} threads and ${comments} comments, which are hidden` : ''
    const sentence = dryRun ? `Would block ${email}${hidden}.` : `${email} is blocked${hidden}.`
    printResult(options, sentence, { email, ...after, threads, comments, dry_run: dryRun })
  })
}

async function unblock({ email, ...options }: Person) {
  const { dryRun = false } = options
  await withMigratedDatabase(async () => {
    const { item, etag } = await getMember((await getUser(email)).id)
    const was_blocked = item.block !== null
    if (was_blocked && !dryRun)
      await changeBlock({ id: item.id, if_match: etag, editor: { id: null } }, { block: null })
    const done = dryRun ? `Would unblock ${email}.` : `${email} can sign in again.`
    printResult(options, was_blocked ? done : `${email} is not blocked.`, { email, was_blocked, dry_run: dryRun })
  })
}

/** Adds `block` and `unblock` to the noun `user`. */
export function addUserBlockCommands(program: Command): void {
  const user = program.commands.find((command) => command.name() === 'user') ?? program.command('user')
  const addPersonVerb = (name: string, description: string) =>
    addWritingVerb(user, name, description).requiredOption(
      '--email <address>',
      'e-mail address of the account',
      parsedBy(Email, 'Expected an e-mail address.'),
    )
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
