import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { normalizeText } from '#shared/texts.ts'
import { defaultTier } from '#shared/tier.ts'
import '../../server/messages.ts'
import { exportLibrary } from '../../server/library-import/export.ts'
import { createCsvConverter, parseMapping } from '../../server/library-import/import-csv.ts'
import { checkImportFile } from '../../server/library-import/import-lines.ts'
import { readCsv, readNdjson } from '../../server/library-import/import-sources.ts'
import { importLibrary } from '../../server/library-import/import.ts'
import type { ImportOutcome } from '../../server/library-import/import.ts'
import { addImportAuditEntry } from '../../server/library-import/import-runs.ts'
import { db } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { addVerb, addWritingVerb, parseTier, printResult, withDatabase } from './command.ts'
import type { CommandOptions } from './command.ts'
import { createProgressLine, createRejectedFile } from './import-output.ts'
import { withMigratedDatabase } from './migrated-database.ts'

const aboutImport = `
FILE is newline-delimited JSON as written by library export, or a .csv table with a header, whose rows become prompts in
English. Rows are matched by slug; CSV rows without a slug are matched by title within the use case. Unknown items are added,
known ones are changed if they differ. Two CSV rows with the same slug or title are both rejected. A row must come after the
items that it refers to, for example a pipeline after its prompts. Rejected rows are written to FILE.rejected.ndjson with
reason and line. An interrupted import can be run again.
Exit codes: 0 all rows imported, 2 some rows rejected, 1 error. Examples:
  npm run cli -- library import prompts.ndjson --dry-run
  npm run cli -- library import prompts.csv --map title=act,content=prompt --use-case outlines --tier 0`

const aboutExport = `
Example:
  npm run cli -- library export library.ndjson`

type CsvOptions = { map?: ReturnType<typeof parseMapping>; useCase?: string; tier?: number }

function parseMap(text: string) {
  try {
    return parseMapping(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

function readerOf(file: string, { map, useCase, tier }: CsvOptions) {
  if (!/\.csv$/i.test(file)) {
    if ((map ?? useCase ?? tier) === undefined) return { rows: readNdjson(file) }
    throw new StartProblem('--map, --use-case and --tier are for .csv files only.')
  }
  if (!map || !useCase) throw new StartProblem('A CSV file needs --map and --use-case. See --help.')
  const readRows = () => readCsv(file, Object.values(map))
  const convert = createCsvConverter(map, { use_case: useCase, required_tier: tier ?? defaultTier }, readRows)
  return { rows: readRows(), convert, partial: true }
}

async function importFile(file: string, options: CommandOptions & CsvOptions) {
  const { dryRun = false } = options
  const reader = readerOf(file, options)
  const size = await checkImportFile(file)
  const rejectedFile = createRejectedFile(file)
  const progress = createProgressLine(size)
  const startedAt = performance.now()
  let outcome: ImportOutcome | undefined
  await withMigratedDatabase(async (url) => {
    await rejectedFile.remove()
    outcome = await importLibrary({
      url,
      ...reader,
      dryRun,
      reject: rejectedFile.add,
      progress: progress.show,
    })
    const { read: rows, rejected, types } = outcome
    const name = basename(file)
    const done = { actor_id: null, target: name, file_name: name, bytes: size, rows, rejected, types }
    if (!dryRun) await db.$transaction((transaction) => addImportAuditEntry(transaction, done))
  }).finally(rejectedFile.close)
  if (!outcome) return
  progress.clear()
  const seconds = (performance.now() - startedAt) / 1000
  const { read, added, changed, rejected, types } = outcome
  const ofPipelines = types.pipeline
    ? `, ${types.pipeline.added} pipelines ${dryRun ? 'would be ' : ''}added, ${types.pipeline.changed} changed`
    : ''
  const rejected_file = rejected > 0 ? rejectedFile.path : null
  printResult(
    options,
    `${read} rows read in ${seconds.toFixed(1)} s: ${added} prompts ${dryRun ? 'would be ' : ''}added, ${changed} changed${ofPipelines}, ${rejected} rows rejected${rejected_file ? ` (see ${rejected_file})` : ''}.`,
    { ...outcome, rejected_file, seconds, dry_run: dryRun },
  )
  if (rejected > 0) process.exitCode = 2
}

async function exportFile(file: string | undefined, { json }: CommandOptions) {
  if (json && !file)
    throw new StartProblem('--json needs a FILE, because without one the library is written to standard output.')
  let rows = 0
  await withDatabase(async (url) => {
    async function* counted() {
      for await (const lines of exportLibrary(url)) {
        rows += lines.split('\n').length - 1
        yield lines
      }
    }
    const target = file ? createWriteStream(file) : process.stdout
    await pipeline(Readable.from(counted()), target).catch((error: NodeJS.ErrnoException) => {
      if (!error.syscall) throw error
      throw new StartProblem(`${file ?? 'Standard output'} cannot be written: ${error.message}.`)
    })
  })
  if (file) printResult({ json }, `${rows} rows written to ${file}.`, { file, rows })
}

export function addLibraryCommands(program: Command): void {
  const library = program
    .command('library')
    .description('Imports and exports categories, use cases, prompts and pipelines.')
  addWritingVerb(library, 'import', 'Adds and changes the items of a file.')
    .argument('<file>')
    .option(
      '--map <list>',
      'for CSV: FIELD=COLUMN,… for title and content, optionally slug, short_description, how_to_use, known_issues, example',
      parseMap,
    )
    .option('--use-case <slug>', 'for CSV: use case of all prompts', normalizeText)
    .option('--tier <number>', `for CSV: required tier of the prompts, ${defaultTier} if omitted`, parseTier)
    .addHelpText('after', aboutImport)
    .action(importFile)
  addVerb(library, 'export', 'Writes a snapshot of the library in the format that import reads.')
    .argument('[file]', 'file to write; standard output if omitted')
    .addHelpText('after', aboutExport)
    .action(exportFile)
}
