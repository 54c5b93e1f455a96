import { prepareBuild, prepareClient } from './prepare.ts'

prepareClient()
prepareBuild()
// Whoever started this was killed: nobody else will stop it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await import('../server/main.ts')
