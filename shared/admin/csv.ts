import * as z from 'zod/mini'

/** Separator of a CSV file. With semicolons, numbers have a decimal comma, as Spanish spreadsheets expect. */
export const CsvSeparator = z._default(z.enum(['comma', 'semicolon']), 'comma')
export type CsvSeparator = z.infer<typeof CsvSeparator>
