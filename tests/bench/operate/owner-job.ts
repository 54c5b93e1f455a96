import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { applyPendingAuthorHiding } from '../../../server/forum/author-hiding.ts'
import { eraseMarked } from '../../../server/users/erasure.ts'

/** What a job of the server does, in a process of its own that can be killed. */
const [url = '', job] = process.argv.slice(2)
await openDatabase(url, 4)
await (job === 'erase' ? eraseMarked() : applyPendingAuthorHiding())
await closeDatabase()
