import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder as folderOfTests } from './app.ts'
import { until } from './database.ts'
import { readMail } from './mail-reading.ts'
import type { ReadMail } from './mail-reading.ts'

/** Every mail to the address, the oldest first. */
export function mailsTo(email: string, folder = folderOfTests): ReadMail[] {
  const outbox = join(folder, 'outbox')
  if (!existsSync(outbox)) return []
  const files = readdirSync(outbox).filter((file) => file.endsWith('.eml'))
  const mails = files.toSorted().map((file) => readMail(readFileSync(join(outbox, file), 'utf8'), file))
  return mails.filter(({ headers }) => headers.to === email)
}

/** Waits for a mail to the address, after `after` others; answers the newest. */
export async function lastMailTo(email: string, { after = 0, folder = folderOfTests } = {}): Promise<ReadMail> {
  await until(() => mailsTo(email, folder).length > after, 10_000)
  const last = mailsTo(email, folder).at(-1)
  if (!last) throw new Error(`There is no mail to ${email}.`)
  return last
}
