import { prepareBuild, prepareClient } from './prepare.ts'

prepareClient()
prepareBuild()
await import('../server/main.ts')
