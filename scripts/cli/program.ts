import { Command } from 'commander'
import { addLibraryCommands } from './library.ts'
import { addPlanCommands } from './plans.ts'
import { addSandboxCommands } from './sandbox.ts'
import { addStatsCommands } from './stats.ts'
import { addUserCommands } from './user.ts'

/** Throws CommanderError after printing its message. */
export function createProgram(): Command {
  const program = new Command('npm run cli --')
    .description(
      'Works on the database of the settings: DATABASE_URL, or the one in DATA_DIR, beside the server that runs it or alone.',
    )
    .showHelpAfterError('--help tells more.')
    .exitOverride()
  addUserCommands(program)
  addLibraryCommands(program)
  addPlanCommands(program)
  addStatsCommands(program)
  addSandboxCommands(program)
  return program
}
