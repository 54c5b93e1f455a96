import { setFlagsFromString } from 'node:v8'
import { CommanderError } from 'commander'
import { prepareClient } from '../prepare.ts'

// Streaming commands get a young generation that does not grow: growth takes 50 MB and saves no time.
if (['backup', 'restore'].includes(process.argv[2] ?? '')) setFlagsFromString('--semi-space-growth-factor=1')
prepareClient()
const { describeFailure } = await import('../../server/database/describe-failure.ts')
const { afterSignal, releaseOnSignal } = await import('../release-on-signal.ts')
const { createProgram } = await import('./program.ts')
releaseOnSignal()
try {
  await (await createProgram(process.argv[2])).parseAsync()
} catch (error) {
  await afterSignal()
  const isPrinted = error instanceof CommanderError
  if (!isPrinted) console.error(describeFailure(error))
  process.exitCode = isPrinted ? error.exitCode : 1
}
process.exit()
