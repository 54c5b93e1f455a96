import { Command } from 'commander'
import { setProgramSource } from '../../server/editing/audit-source.ts'

/** Each is loaded for its own commands alone: together they take 40 MB. */
const nouns: Record<string, () => Promise<(program: Command) => void>> = {
  user: async () => {
    const [{ addUserCommands }, { addUserBlockCommands }] = await Promise.all([
      import('./user.ts'),
      import('./user-block.ts'),
    ])
    return (program) => {
      addUserCommands(program)
      addUserBlockCommands(program)
    }
  },
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
What writes takes --dry-run, and --json prints one JSON document. It ends with 0 when it is done, with 1 when it could not
be done or doctor found a failure, with 2 when a part of it failed, and with 130 after a signal. Examples:
  npm run cli -- doctor
  npm run cli -- backup site.backup
  npm run cli -- user create --help`

/** All commands, or those of the noun that the arguments begin with. Throws CommanderError after printing its message. */
export async function createProgram(noun = ''): Promise<Command> {
  setProgramSource('cli')
  const program = new Command('npm run cli --')
    .description(
      'Works on the database of the settings: DATABASE_URL, or the one in DATA_DIR, beside the server that runs it or alone.',
    )
    .showHelpAfterError('--help tells more.')
    .exitOverride()
    .addHelpText('after', about)
  const name = aliases[noun] ?? noun
  const only = Object.hasOwn(nouns, name) ? nouns[name] : undefined
  for (const load of only ? [only] : Object.values(nouns)) (await load())(program)
  return program
}
