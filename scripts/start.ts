import { prepareBuild, prepareClient } from './prepare.ts'

prepareClient()
prepareBuild()
// Stops this process if its parent was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

async function startBeside(): Promise<() => Promise<void>> {
  if (process.env.NODE_ENV?.trim() === 'production') return async () => {}
  const { startPaymentSandbox, printPaymentSandbox } = await import('./payment-sandbox.ts')
  const { describeFailure } = await import('../server/database/describe-failure.ts')
  const sandbox = await startPaymentSandbox().catch((error: unknown) => {
    console.error(describeFailure(error))
    process.exit(1)
  })
  return () => printPaymentSandbox(sandbox)
}

const printSandbox = await startBeside()
await import('../server/start/main.ts')
await printSandbox()
