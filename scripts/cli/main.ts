import { CommanderError } from 'commander'
import { prepareClient } from '../prepare.ts'

prepareClient()
const { describeFailure } = await import('../../server/database/describe-failure.ts')
const { afterSignal, releaseOnSignal } = await import('../release-on-signal.ts')
const { createProgram } = await import('./program.ts')
releaseOnSignal()
try {
  await (await createProgram(process.argv[2])).parseAsync()
} catch (error) {
  await afterSignal()
  const isSaid = error instanceof CommanderError
  if (!isSaid) console.error(describeFailure(error))
  process.exitCode = isSaid ? error.exitCode : 1
}
process.exit()
