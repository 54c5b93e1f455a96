import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { applyPendingAuthorHiding } from '../../../server/forum/author-hiding.ts'
import { eraseMarkedAccounts } from '../../../server/users/erasure.ts'

const [url = '', job] = process.argv.slice(2)
await openDatabase(url, 4)
await (job === 'erase' ? eraseMarkedAccounts() : applyPendingAuthorHiding())
await closeDatabase()
