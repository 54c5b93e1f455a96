import * as z from 'zod/mini'
import { Count } from './fields.ts'
import { FlagParam } from './library.ts'
import { fieldError, toSingleLine } from '../fields.ts'
import { PlainText } from '../library/schema.ts'

export const maxImportBytes = 16 * 2 ** 20 // the command line imports larger files
export const maxShownRejections = 100
export const importRetentionHours = 24

export const ImportFormat = z.enum(['ndjson', 'csv'])
export type ImportFormat = z.infer<typeof ImportFormat>
const nameError = fieldError('schema.text_length', { min: 0, max: 200 })
const name = PlainText.check(z.maxLength(200, nameError))
const fileName = PlainText.check(z.maxLength(200, nameError), z.overwrite(toSingleLine))
export const ImportQuery = z.object({
  dry_run: FlagParam,
  format: z._default(ImportFormat, 'ndjson'),
  file_name: z.optional(fileName),
  map: z.optional(PlainText.check(z.maxLength(1_000))),
  use_case: z.optional(name),
  tier: z.optional(z.pipe(z.string().check(z.regex(/^\d$/)), z.coerce.number<string>())),
})
export type ImportQuery = z.infer<typeof ImportQuery>
export const ImportParams = z.object({ id: z.uuid() })

export const ImportState = z.enum(['waiting', 'running', 'done', 'failed'])
export type ImportState = z.infer<typeof ImportState>
/** Run of an import. The file of a dry run can then be imported without a second upload. */
export const ImportRun = z.object({
  id: z.uuid(),
  file_name: z.nullable(z.string()),
  format: ImportFormat,
  bytes: Count,
  dry_run: z.boolean(),
  state: ImportState,
  phase: z.enum(['rows', 'search']),
  bytes_done: Count,
  rows_done: Count,
  rejected: Count,
  types: z.array(z.object({ type: z.string(), added: Count, changed: Count, same: Count })),
  first_rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
  problem: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
  expires_at: z.iso.datetime(),
})
export type ImportRun = z.infer<typeof ImportRun>
export const ImportRuns = z.object({ results: z.array(ImportRun) })
export type ImportRuns = z.infer<typeof ImportRuns>
