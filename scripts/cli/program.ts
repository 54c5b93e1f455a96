import { Command } from 'commander'
import { setProcessAuditSource } from '../../server/editing/audit-source.ts'

/** Modules by noun, loaded on demand: together they take 40 MB. */
const nouns: Record<string, () => Promise<(program: Command) => void>> = {
  user: async () => (await import('./user.ts')).addUserCommands,
  access: async () => (await import('./access.ts')).addAccessCommands,
  library: async () => (await import('./library.ts')).addLibraryCommands,
  stripe: async () => (await import('./stripe.ts')).addStripeCommands,
  plan: async () => (await import('./plans.ts')).addPlanCommands,
  stats: async () => (await import('./stats.ts')).addStatsCommands,
  backup: async () => (await import('./backup.ts')).addBackupCommand,
  restore: async () => (await import('./backup.ts')).addRestoreCommand,
  news: async () => (await import('./news.ts')).addNewsCommands,
  jobs: async () => (await import('./jobs.ts')).addJobsCommands,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  sandbox: async () => (await import('./sandbox.ts')).addSandboxCommands,
}

const aliases: Record<string, string> = { plans: 'plan' }

const about = `
Commands that write accept --dry-run. All commands accept --json, which prints one JSON document. Exit codes: 0 done, 1 error
or a failure found by doctor, 2 partly failed, 130 ended by a signal. Examples:
  npm run cli -- doctor
  npm run cli -- backup site.backup
  npm run cli -- user create --help`

/** Builds all commands, or only those of `noun`. Throws CommanderError after printing its message. */
export async function createProgram(noun = ''): Promise<Command> {
  setProcessAuditSource('cli')
  const program = new Command('npm run cli --')
    .description(
      'Operator commands. They use the database in DATABASE_URL, or the embedded one in DATA_DIR, whether or not a server runs.',
    )
    .showHelpAfterError('See --help.')
    .exitOverride()
    .addHelpText('after', about)
  const name = aliases[noun] ?? noun
  const only = Object.hasOwn(nouns, name) ? nouns[name] : undefined
  for (const load of only ? [only] : Object.values(nouns)) (await load())(program)
  return program
}
