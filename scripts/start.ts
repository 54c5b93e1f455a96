import { prepareBuild, prepareClient } from './prepare.ts'

await prepareClient()
await prepareBuild()
await import('../server/main.ts')
