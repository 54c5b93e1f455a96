import type { Command } from 'commander'
import { parseSettings } from '../../server/settings/settings.ts'
import { addWritingVerb, printResult, withDatabase } from './command.ts'
import type { CommandOptions } from './command.ts'
import { secretsOf } from './secrets.ts'
import { createStatusLine } from './status-line.ts'
import type { Backup } from '../../server/backup/backup.ts'

const aboutBackup = `
Servers may run during a backup. FILE is a consistent snapshot, readable by its owner only. It is written under a temporary
name first, then replaces a file of the same name. It contains the database only: also save the settings and
DATA_DIR/jwt-secret.
Examples:
  npm run cli -- backup /var/backups/site.backup
  npm run cli -- backup site.backup --dry-run`

const aboutRestore = `
Stop every server first. A restore is complete or changes nothing; afterwards it applies the migrations of this release. An
archive of a newer release is refused. Waiting jobs, such as mails, run when a server starts; --without-jobs leaves them
out. --dry-run reads the whole archive and checks it, also while a server runs. Examples:
  npm run cli -- restore site.backup
  npm run cli -- restore site.backup --dry-run
  npm run cli -- restore site.backup --force --without-jobs`

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** Adds an audit entry, which fails on a standby and on a database of another release. */
async function enter(file: string, { bytes }: Backup) {
  const { withBackupClient } = await import('../../server/backup/connection.ts')
  const entry = withDatabase((url) =>
    withBackupClient(url, (client) =>
      client.query(
        `INSERT INTO audit_entry (source, kind, action, target, after) VALUES ('cli', 'export', 'exported', 'backup', $1)`,
        [JSON.stringify({ file, bytes })],
      ),
    ),
  )
  await entry.catch((error: unknown) =>
    console.error(
      `The backup could not be recorded in the audit log: ${error instanceof Error ? error.message : String(error)}`,
    ),
  )
}

async function backUpTo(file: string, options: CommandOptions) {
  const { dryRun = false } = options
  const { backUp, freeSpaceOf } = await import('../../server/backup/backup.ts')
  const startedAt = performance.now()
  const status = createStatusLine()
  const made = await withDatabase((url) =>
    backUp(url, file, {
      dryRun,
      progress: (table, share) => status.show(`${Math.round(share * 100)} %, ${table}`),
    }),
  ).finally(status.clear)
  const seconds = secondsSince(startedAt)
  if (!dryRun) await enter(file, made)
  if (!made.has_jobs)
    console.error(
      'The backup does not contain the queued jobs, because another release created their tables. Back up with that release to include them.',
    )
  const written = `${made.tables} tables`
  const free = await freeSpaceOf(file)
  const sentence = dryRun
    ? `Would write ${file}: ${written}, less than ${megabytes(made.bytes)}${free === null ? '' : `; ${megabytes(free)} are free there`}.`
    : `${file}: ${written}, ${megabytes(made.bytes)} in ${seconds.toFixed(1)} s.`
  printResult(options, sentence, { file, ...made, seconds, dry_run: dryRun })
}

async function restoreFrom(file: string, options: CommandOptions & { force?: true; withoutJobs?: true }) {
  const { force = false, withoutJobs = false, dryRun = false } = options
  const { openArchive } = await import('../../server/backup/archive-file.ts')
  const { matchesSigningSecrets, restore } = await import('../../server/backup/restore.ts')
  const startedAt = performance.now()
  const settings = parseSettings(process.env)
  const archive = await openArchive(file)
  const status = createStatusLine()
  await withDatabase(async (url) => {
    const restored = await restore(url, archive, {
      force,
      dryRun,
      withoutJobs,
      progress: status.show,
      notify: (sentence) => console.error(sentence),
    }).finally(status.clear)
    const seconds = secondsSince(startedAt)
    const { created_at } = archive
    const { tables } = restored
    if (restored.skipped.length > 0)
      console.error(`Not restored, because these tables are not part of this program: ${restored.skipped.join(', ')}.`)
    if (!dryRun && !(await matchesSigningSecrets(url, secretsOf(settings))))
      console.error(
        'This database was used with another signing secret: set JWT_SECRET to that secret, or copy the former DATA_DIR/jwt-secret here.',
      )
    if (restored.refused) console.error(`A restore would be refused now. ${restored.refused}`)
    const sentence = dryRun
      ? `${file} is complete: ${tables} tables would be restored.`
      : `${tables} tables restored in ${seconds.toFixed(1)} s, ${restored.migrated.length} migrations applied.`
    printResult(options, sentence, { file, created_at, ...restored, seconds, dry_run: dryRun })
  })
}

export function addBackupCommand(program: Command): void {
  addWritingVerb(program, 'backup', 'Writes the database to one file. The site may run.')
    .argument('<file>', 'file to write')
    .addHelpText('after', aboutBackup)
    .action(backUpTo)
}

export function addRestoreCommand(program: Command): void {
  addWritingVerb(program, 'restore', 'Restores a backup into an empty database.')
    .argument('<file>', 'a file written by backup')
    .option('--force', 'first remove everything in the database')
    .option('--without-jobs', 'do not restore waiting jobs')
    .addHelpText('after', aboutRestore)
    .action(restoreFrom)
}
