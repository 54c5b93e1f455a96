import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import type { WriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { reachDatabase } from '../server/reach-database.ts'
import { csvShape, parseMapping } from '../server/library/import-csv.ts'
import { readCsv, readNdjson } from '../server/library/import-sources.ts'
import { importLibrary } from '../server/library/import.ts'
import type { ImportProgress } from '../server/library/import.ts'
import { migrate } from '../server/migrations.ts'
import { parseSettings, StartProblem } from '../server/settings.ts'

const help = `Usage: npm run cli -- library import FILE [OPTIONS]
  FILE ending in .csv   a table with a header; its rows become prompts in English
    --map LIST          FIELD=COLUMN,… for title and content, and slug, short_description, how_to_use, known_issues
    --use-case SLUG     the use case that they all go to
    --tier N            the tier that they require (default 0)
  any other FILE        newline-delimited JSON, as library export writes it
  --dry-run             reads and checks every row, writes nothing
Rows are matched by slug: new ones are added, others changed where they differ. A row that cannot be taken goes to
FILE.rejected.ndjson with the reason and its line. Stopping is safe: run it again.`

/** Rejected rows, in a file that exists only when there are any. */
function rejectedFile(file: string) {
  const path = `${file}.rejected.ndjson`
  rmSync(path, { force: true })
  let stream: WriteStream | undefined
  return {
    path,
    add: async (rejected: object) => {
      stream ??= createWriteStream(path)
      if (!stream.write(`${JSON.stringify(rejected)}\n`))
        await new Promise<void>((resolve) => stream?.once('drain', resolve))
    },
    close: () => new Promise<void>((resolve) => (stream ? stream.end(resolve) : resolve())),
  }
}

/** One line that is written over on a terminal, and a line each ten seconds elsewhere. */
function progressLine(size: number) {
  const begun = performance.now()
  let last = 0
  return ({ phase, rows, bytes }: ImportProgress) => {
    const now = performance.now()
    if (now - last < (process.stderr.isTTY ? 200 : 10_000)) return
    last = now
    const seconds = (now - begun) / 1000
    const left = bytes > 0 ? Math.round((seconds * (size - bytes)) / bytes) : 0
    const text =
      phase === 'search'
        ? `${rows.toLocaleString('en')} texts made searchable`
        : `${((100 * bytes) / size).toFixed(1)} %, ${rows.toLocaleString('en')} rows, ${Math.round(rows / seconds).toLocaleString('en')} rows/s, ${left} s left`
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  }
}

function csvOptions(values: { map?: string; 'use-case'?: string; tier: string }) {
  if (!values.map || !values['use-case'])
    throw new StartProblem('A CSV file needs --map and --use-case; --help tells more.')
  const required_tier = Number(values.tier)
  if (!Number.isInteger(required_tier) || required_tier < 0)
    throw new StartProblem('--tier takes a whole number from 0.')
  try {
    return csvShape(parseMapping(values.map), { use_case: values['use-case'], required_tier })
  } catch (error) {
    throw new StartProblem((error as Error).message)
  }
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      map: { type: 'string' },
      'use-case': { type: 'string' },
      tier: { type: 'string', default: '0' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (values.help || !file) return console.log(help)
  if (!existsSync(file)) throw new StartProblem(`There is no file ${file}.`)
  const isCsv = file.endsWith('.csv')
  const shape = isCsv ? csvOptions(values) : undefined
  const database = await reachDatabase(parseSettings(process.env))
  const rejected = rejectedFile(file)
  const begun = performance.now()
  try {
    await migrate(database.url)
    const outcome = await importLibrary({
      url: database.url,
      rows: isCsv ? readCsv(file) : readNdjson(file),
      ...(shape && { shape, partial: true }),
      dryRun: values['dry-run'],
      reject: rejected.add,
      progress: progressLine(statSync(file).size),
    })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    console.log(
      `${outcome.read} rows read in ${seconds} s: ${outcome.added} prompts ${values['dry-run'] ? 'would be ' : ''}added, ${outcome.changed} changed, ${outcome.rejected} rows rejected${outcome.rejected ? ` (see ${rejected.path})` : ''}.`,
    )
  } finally {
    await rejected.close()
    await database.release()
  }
}
