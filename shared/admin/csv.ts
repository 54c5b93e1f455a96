import * as z from 'zod/mini'

/** What stands between cells: with semicolons numbers have a decimal comma, as spreadsheets in Spanish read both. */
export const CsvSeparator = z._default(z.enum(['comma', 'semicolon']), 'comma')
export type CsvSeparator = z.infer<typeof CsvSeparator>
