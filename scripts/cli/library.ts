import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { normalizeText } from '#shared/texts.ts'
import { defaultTier, highestTier, Tier } from '#shared/tier.ts'
import '../../server/messages.ts'
import { exportLibrary } from '../../server/library-import/export.ts'
import { csvShape, parseMapping } from '../../server/library-import/import-csv.ts'
import { checkFile } from '../../server/library-import/import-lines.ts'
import { readCsv, readNdjson } from '../../server/library-import/import-sources.ts'
import { importLibrary } from '../../server/library-import/import.ts'
import type { ImportOutcome } from '../../server/library-import/import.ts'
import { addImportEntry } from '../../server/library-import/imports.ts'
import { db } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { addVerb, addWritingVerb, parsedBy, printResult, withDatabase } from './command.ts'
import type { CommandOptions } from './command.ts'
import { createProgressLine, createRejectedFile } from './import-output.ts'
import { withTables } from './tables.ts'

const aboutImport = `
FILE is newline-delimited JSON, as library export writes it, or ends in .csv: a table with a header, whose rows become
prompts in English. Rows are matched by slug, those of a table without a slug by their title within the use case: new ones
are added, others changed where they differ. Two rows of a table with one slug or title are both rejected. What a row names
comes before it, as the prompts of a pipeline. A row that cannot be taken goes to FILE.rejected.ndjson with the reason and its
line. Stopping is safe: run it again.
It ends with 0 when all rows were taken, with 2 when some were rejected, and with 1 when it could not be done. Examples:
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

const parseWholeTier = parsedBy(Tier, `It takes a whole number from 0 to ${highestTier}.`)
const parseTier = (text: string) => parseWholeTier(/^\d+$/.test(text) ? Number(text) : text)

function readerOf(file: string, { map, useCase, tier }: CsvOptions) {
  if (!/\.csv$/i.test(file)) {
    if ((map ?? useCase ?? tier) === undefined) return { rows: readNdjson(file) }
    throw new StartProblem('--map, --use-case and --tier are for a FILE that ends in .csv.')
  }
  if (!map || !useCase) throw new StartProblem('A CSV file needs --map and --use-case; --help tells more.')
  const readRows = () => readCsv(file, Object.values(map))
  const shape = csvShape(map, { use_case: useCase, required_tier: tier ?? defaultTier }, readRows)
  return { rows: readRows(), shape, partial: true }
}

async function importFile(file: string, options: CommandOptions & CsvOptions) {
  const { dryRun = false } = options
  const reader = readerOf(file, options)
  const size = await checkFile(file)
  const rejectedFile = createRejectedFile(file)
  const progress = createProgressLine(size)
  const startedAt = performance.now()
  let outcome: ImportOutcome | undefined
  await withTables(async (url) => {
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
    if (!dryRun) await db.$transaction((transaction) => addImportEntry(transaction, done))
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
  if (json && !file) throw new StartProblem('--json needs a FILE: without one, standard output is the library itself.')
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
  const library = program.command('library').description('Categories, use cases, prompts and pipelines.')
  addWritingVerb(library, 'import', 'Adds and changes what a file holds.')
    .argument('<file>')
    .option(
      '--map <list>',
      'of a CSV: FIELD=COLUMN,… for title and content, and slug, short_description, how_to_use, known_issues, example',
      parseMap,
    )
    .option('--use-case <slug>', 'of a CSV: the use case that all prompts go to', normalizeText)
    .option('--tier <number>', `of a CSV: the tier that they require, ${defaultTier} where it is left out`, parseTier)
    .addHelpText('after', aboutImport)
    .action(importFile)
  addVerb(library, 'export', 'Writes the whole library as of one moment, in the shape that import reads.')
    .argument('[file]', 'where to; standard output where it is left out')
    .addHelpText('after', aboutExport)
    .action(exportFile)
}
