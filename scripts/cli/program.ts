import { Command } from 'commander'
import { addAccessCommands } from './access.ts'
import { addLibraryCommands } from './library.ts'
import { addPlanCommands } from './plans.ts'
import { addSandboxCommands } from './sandbox.ts'
import { addStripeCommands } from './stripe.ts'
import { addStatsCommands } from './stats.ts'
import { addUserBlockCommands } from './user-block.ts'
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
  addUserBlockCommands(program)
  addAccessCommands(program)
  addLibraryCommands(program)
  addStripeCommands(program)
  addPlanCommands(program)
  addStatsCommands(program)
  addSandboxCommands(program)
  return program
}
