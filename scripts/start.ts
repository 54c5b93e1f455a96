import { prepareBuild, prepareClient } from './prepare.ts'

prepareClient()
prepareBuild()
// The parent was killed: nobody else will stop this process.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await import('../server/main.ts')
