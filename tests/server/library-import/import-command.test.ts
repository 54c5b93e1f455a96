import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createProgram } from '../../../scripts/cli/program.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { fileOf, importText, ndjson, parents, promptRow } from '../../support/importing.ts'

const cli = async (...args: string[]) => (await createProgram()).parseAsync(args, { from: 'user' })
const run = (args: string[]) => cli('library', 'import', ...args)
const runExport = (args: string[]) => cli('library', 'export', ...args)
const asCsv = ['--map', 'title=act,content=prompt', '--use-case', 'poems']
const address = await createDatabase(inject('postgres'))
await importText(address, ndjson(...parents))
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.stubEnv('DATABASE_URL', address)
})
afterEach(() => {
  process.exitCode = undefined
  vi.unstubAllEnvs()
})
const exists = (slug: string) =>
  withClient(address, async (client) => {
    const { rowCount } = await client.query('SELECT FROM prompt WHERE slug = $1', [slug])
    return rowCount === 1
  })
const rejectedOf = async (file: string) =>
  (await readFile(`${file}.rejected.ndjson`, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const step = (prompt: string) => ({ prompt, texts: { en: { hand_on: '', inputs: {} } } })

describe('the command library import', () => {
  test('exits with 2 and writes a file of the rejected rows with line and reason', async () => {
    const file = await fileOf('act,prompt\nGood,1\nBlank, \n', 'csv')
    await run([file, ...asCsv])
    expect(process.exitCode).toBe(2)
    expect(console.log).toHaveBeenLastCalledWith(
      expect.stringMatching(/^2 rows read in .*: 1 prompts added, 0 changed, 1 rows rejected/),
    )
    expect(await rejectedOf(file)).toEqual([
      { line: 3, reason: 'texts.en.content: is blank', row: { act: 'Blank', prompt: ' ' } },
    ])
    expect(await exists('good')).toBe(true)
    const entries = await withClient(address, (client) => client.query('SELECT * FROM audit_entry'))
    expect(entries.rows).toMatchObject([{ action: 'imported', actor_id: null, after: { rows: 2, rejected: 1 } }])
  })

  test.each([[], ['--dry-run']])(
    'rejects two rows with equal titles, naming the line of the other row, with options %o',
    async (...options) => {
      const file = await fileOf('act,prompt\nTwin,1\nTwin,2\n', 'csv')
      await run([file, ...asCsv, ...options])
      expect(process.exitCode).toBe(2)
      const reasons = [3, 2].map((line) => `title: line ${line} has the same: each row needs its own`)
      expect((await rejectedOf(file)).map(({ line, reason }) => [line, reason])).toEqual([
        [2, reasons[0]],
        [3, reasons[1]],
      ])
      expect(await exists('twin')).toBe(false)
    },
  )

  test('prints counts of pipelines as well as of prompts', async () => {
    const texts = { en: { title: 'A chain', short_description: 'Short' } }
    const chain = { type: 'pipeline', slug: 'chain', texts, steps: [step('one'), step('two')] }
    const file = await fileOf(ndjson(promptRow('one'), promptRow('two'), chain))
    await run([file, '--dry-run'])
    expect(console.log).toHaveBeenLastCalledWith(
      expect.stringMatching(/: 2 prompts would be added, 0 changed, 1 pipelines would be added, 0 changed, 0 rows/),
    )
  })

  test('prints one JSON document with --json', async () => {
    const file = await fileOf(ndjson(promptRow('told'), promptRow('told-twice'), { type: 'nothing' }))
    await run([file, '--json', '--dry-run'])
    const [document] = vi.mocked(console.log).mock.lastCall ?? []
    const counts = { read: 3, added: 2, changed: 0, rejected: 1 }
    const rejected_file = `${file}.rejected.ndjson`
    const types = { prompt: { added: 2, changed: 0, same: 0 } }
    expect(JSON.parse(document)).toEqual({
      ...counts,
      types,
      rejected_file,
      seconds: expect.any(Number),
      dry_run: true,
    })
    expect(await exists('told')).toBe(false)
  })

  test('exits with 2 when all rows are rejected, with --dry-run too', async () => {
    const file = await fileOf('nothing\n[]\n')
    for (const args of [[file], [file, '--dry-run']]) {
      process.exitCode = undefined
      await run(args)
      expect(process.exitCode).toBe(2)
      expect((await rejectedOf(file)).map(({ line }) => line)).toEqual([1, 2])
    }
  })

  test('exits with 0 when all rows are accepted, and deletes the former file of rejected rows', async () => {
    const file = await fileOf('nothing\n')
    await run([file])
    process.exitCode = undefined
    await writeFile(file, ndjson(promptRow('another')))
    await run([file])
    expect(process.exitCode).toBeUndefined()
    await expect(readFile(`${file}.rejected.ndjson`)).rejects.toThrow('ENOENT')
    expect(await exists('another')).toBe(true)
  })

  test('rejects a row that is nested too deeply to be serialized, and accepts the other rows', async () => {
    const depth = 1_000_000
    const file = await fileOf(`${'['.repeat(depth)}${']'.repeat(depth)}\n${ndjson(promptRow('after'))}`)
    await run([file])
    expect(process.exitCode).toBe(2)
    expect(await rejectedOf(file)).toEqual([{ line: 1, reason: expect.any(String), row: null }])
    expect(await exists('after')).toBe(true)
  })

  const utf16 = Buffer.from('\ufeff{"type":"model"}\n', 'utf16le')
  test.each([
    ['that does not exist', async () => '/no/such/file', /^\/no\/such\/file cannot be read\. There is no such file\.$/],
    ['below another file', async () => `${await fileOf('')}/x`, /There is no such file\.$/],
    ['that is a directory', async () => dirname(await fileOf('')), /cannot be read\. It is a directory\.$/],
    ['that is a device', async () => '/dev/null', /cannot be read\. It is not a file\.$/],
    ['in UTF-16', () => fileOf(utf16), /UTF-16: save it as UTF-8\.$/],
    ['in big-endian UTF-16', () => fileOf(Buffer.from(utf16).swap16()), /UTF-16: save it as UTF-8\.$/],
    ['in UTF-16 without a byte order mark', () => fileOf(utf16.subarray(2)), /UTF-16: save it as UTF-8\.$/],
    ['with CR as line end', () => fileOf('act,prompt\rA,1\r'), /line ends of Unix or Windows\.$/],
  ])('refuses with one sentence a file %s', async (_name, fileFor, sentence) => {
    await expect(run([await fileFor()])).rejects.toThrow(sentence)
  })

  test.runIf(process.platform === 'linux')('refuses with one sentence a file whose reading fails', async () => {
    await expect(run(['/proc/self/mem'])).rejects.toThrow(/^\/proc\/self\/mem cannot be read\. EIO/)
  })

  test.runIf(process.getuid?.() !== 0)('refuses with one sentence a file without read permission', async () => {
    const file = await fileOf('')
    await chmod(file, 0)
    await expect(run([file])).rejects.toThrow(/It may not be read by whoever runs this\.$/)
  })

  test.each([
    [2, async () => fileOf('nothing\n'), '', /^1 rows read .* 1 rows rejected/],
    [1, async () => dirname(await fileOf('')), /cannot be read\. It is a directory\.\n$/, ''],
    [1, async () => '', /^error: missing required argument 'file'\nSee --help\.\n$/, ''],
  ])('exits its process with code %i', async (code, fileFor, complaint, outcome) => {
    const args = [await fileFor()].filter((file) => file !== '')
    const main = fileURLToPath(new URL('../../../scripts/cli/main.ts', import.meta.url))
    const program = spawn(process.execPath, [main, 'library', 'import', ...args], { env: process.env })
    const [output, errors] = [text(program.stdout), text(program.stderr)]
    expect(await once(program, 'close')).toEqual([code, null])
    expect((await errors).replaceAll(/.*Warning.*\n|.*--trace-warnings.*\n/g, '')).toMatch(complaint)
    expect(await output).toMatch(outcome)
  })

  test('fails with one sentence if the rejected rows cannot be written', async () => {
    const file = await fileOf('nothing\n')
    await mkdir(`${file}.rejected.ndjson`)
    await expect(run([file])).rejects.toThrow(/^The rejected rows cannot be written to /)
    await rm(`${file}.rejected.ndjson`, { recursive: true })
  })

  test.each([
    [[], /missing required argument 'file'/],
    [['a.ndjson', 'b.ndjson'], /too many arguments for 'import'/],
    [
      ['a.csv', '--map', 'name=act', '--use-case', 'poems'],
      /'--map <list>' argument 'name=act' is invalid\. --map expects/,
    ],
    [['a.csv'], /needs --map and --use-case/],
    [['a.csv', '--map', 'title=act,content=prompt'], /needs --map and --use-case/],
    [
      ['a.csv', ...asCsv, '--tier', '99'],
      /'--tier <number>' argument '.*' is invalid\. Expected a whole number from 0 to 9/,
    ],
    [
      ['a.csv', ...asCsv, '--tier', ''],
      /'--tier <number>' argument '.*' is invalid\. Expected a whole number from 0 to 9/,
    ],
    [
      ['a.csv', ...asCsv, '--tier', '1.5'],
      /'--tier <number>' argument '.*' is invalid\. Expected a whole number from 0 to 9/,
    ],
    [
      ['a.csv', ...asCsv, '--tier=-1'],
      /'--tier <number>' argument '.*' is invalid\. Expected a whole number from 0 to 9/,
    ],
    [['a.ndjson', '--tier', '1'], /are for \.csv files only/],
    [['a.ndjson', '--teir', '1'], /unknown option '--teir'\n\(Did you mean --tier\?\)/],
  ])('refuses the arguments %j', async (args, sentence) => {
    await expect(run(args)).rejects.toThrow(sentence)
  })
})

describe('the command library export', () => {
  test('fails with one sentence if the file cannot be written', async () => {
    const folder = dirname(await fileOf(''))
    await expect(runExport([folder])).rejects.toThrow(/cannot be written: EISDIR/)
    await expect(runExport([join(folder, 'no', 'such', 'folder')])).rejects.toThrow(/cannot be written: ENOENT/)
    await expect(runExport(['a', 'b'])).rejects.toThrow(/too many arguments for 'export'/)
    await expect(runExport(['--tier'])).rejects.toThrow(/--tier/)
  })

  test('prints one JSON document with --json, and needs a FILE for it', async () => {
    const file = await fileOf('')
    await runExport([file, '--json'])
    const rows = (await readFile(file, 'utf8')).trimEnd().split('\n').length
    expect(console.log).toHaveBeenLastCalledWith(JSON.stringify({ file, rows }))
    expect(rows).toBeGreaterThanOrEqual(parents.length)
    await expect(runExport(['--json'])).rejects.toThrow(/^--json needs a FILE/)
  })
})
