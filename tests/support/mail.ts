import { folder as folderOfTests } from './app.ts'
import { lastMailIn, mailsIn } from './mail-reading.ts'

export const mailsTo = (email: string, folder = folderOfTests) => mailsIn(folder, email)

export const lastMailTo = (email: string, { after = 0 } = {}) => lastMailIn(folderOfTests, email, after)
