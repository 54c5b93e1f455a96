import type { Command } from 'commander'
import { parseSettings } from '../../server/settings/settings.ts'
import { addWritingVerb, printResult, withDatabase } from './command.ts'
import type { CommandOptions } from './command.ts'
import { secretsOf } from './secrets.ts'
import { createStatusLine } from './status-line.ts'
import type { Backup } from '../../server/backup/backup.ts'

const aboutBackup = `
It runs beside the servers. FILE is one archive of one moment, readable by its owner alone, and gets its name once it is
whole; a former one of that name is replaced. It holds the database: keep the settings and DATA_DIR/jwt-secret as well.
Examples:
  npm run cli -- backup /var/backups/site.backup
  npm run cli -- backup site.backup --dry-run`

const aboutRestore = `
Stop every server first. It brings back everything or, where anything fails, nothing; then it migrates to this version of
the program. An archive of a newer one is refused. Jobs that were waiting, as mails, are done once a server starts:
--without-jobs leaves them out. --dry-run reads the whole archive, beside a running server too, and so says whether it is
sound. Examples:
  npm run cli -- restore site.backup
  npm run cli -- restore site.backup --dry-run
  npm run cli -- restore site.backup --force --without-jobs`

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** In the audit log. A standby takes no entry, nor does the database of another version. */
async function enter(file: string, { bytes }: Backup) {
  const { withSession } = await import('../../server/backup/connection.ts')
  const entry = withDatabase((url) =>
    withSession(url, (client) =>
      client.query(
        `INSERT INTO audit_entry (source, kind, action, target, after) VALUES ('cli', 'export', 'exported', 'backup', $1)`,
        [JSON.stringify({ file, bytes })],
      ),
    ),
  )
  await entry.catch((error: unknown) =>
    console.error(
      `The audit log has no entry of this backup: ${error instanceof Error ? error.message : String(error)}`,
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
      'The queued jobs are left out: another version of the program made their tables. Back up with that one to have them.',
    )
  const written = `${made.tables} tables`
  const free = await freeSpaceOf(file)
  const sentence = dryRun
    ? `Would write ${file}: ${written}, less than ${megabytes(made.bytes)}${free === null ? '' : `, where ${megabytes(free)} are free`}.`
    : `${file}: ${written}, ${megabytes(made.bytes)} in ${seconds.toFixed(1)} s.`
  printResult(options, sentence, { file, ...made, seconds, dry_run: dryRun })
}

async function restoreFrom(file: string, options: CommandOptions & { force?: true; withoutJobs?: true }) {
  const { force = false, withoutJobs = false, dryRun = false } = options
  const { openArchive } = await import('../../server/backup/archive-file.ts')
  const { knowsSecrets, restore } = await import('../../server/backup/restore.ts')
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
      console.error(`Left out, since this program restores no such tables: ${restored.skipped.join(', ')}.`)
    if (!dryRun && !(await knowsSecrets(url, secretsOf(settings))))
      console.error(
        'The servers that this database was used by had another signing secret: set their JWT_SECRET, or copy their DATA_DIR/jwt-secret here.',
      )
    if (restored.refused) console.error(`It would be refused now. ${restored.refused}`)
    const sentence = dryRun
      ? `${file} is whole: ${tables} tables would be restored.`
      : `${tables} tables restored in ${seconds.toFixed(1)} s, ${restored.migrated.length} migrations applied after.`
    printResult(options, sentence, { file, created_at, ...restored, seconds, dry_run: dryRun })
  })
}

export function addBackupCommand(program: Command): void {
  addWritingVerb(program, 'backup', 'Writes the database into one archive while the site runs.')
    .argument('<file>', 'the archive')
    .addHelpText('after', aboutBackup)
    .action(backUpTo)
}

export function addRestoreCommand(program: Command): void {
  addWritingVerb(program, 'restore', 'Brings an archive back into an empty database.')
    .argument('<file>', 'an archive of backup')
    .option('--force', 'remove what is in the database first')
    .option('--without-jobs', 'leave out the jobs that were waiting')
    .addHelpText('after', aboutRestore)
    .action(restoreFrom)
}
