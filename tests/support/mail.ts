import { folder as folderOfTests } from './app.ts'
import { lastMailIn, mailsIn } from './mail-reading.ts'

/** Every mail to the address, the oldest first. */
export const mailsTo = (email: string, folder = folderOfTests) => mailsIn(folder, email)

/** Waits for a mail to the address, after `after` others; answers the newest. */
export const lastMailTo = (email: string, { after = 0, folder = folderOfTests } = {}) =>
  lastMailIn(folder, email, after)
