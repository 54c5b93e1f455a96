import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readArchive, skip, writeArchive } from '../../server/backup/archive.ts'
import { rewriteArchive } from '../support/backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'archives-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rows = ['1\tone\n', '2\ttwo\n']
const tableNames = ['first', 'second']

/** Of two tables of two rows each, without a database. */
async function makeArchive(name: string) {
  const file = join(folder, name)
  writeFileSync(file, '')
  const tables = tableNames.map((table) => ({ schema: 'public', name: table, columns: ['id', 'name'] }))
  const header = { format: 1 as const, created_at: new Date(0).toISOString(), postgres: '15', migrations: ['one'] }
  await writeArchive(file, { ...header, tables, sequences: [] }, () => ({
    data: (async function* () {
      for (const row of rows) yield Buffer.from(row)
    })(),
    rows: () => rows.length,
  }))
  return file
}

/** As a restore reads it: counts the rows that it loads. */
async function load(file: string) {
  const loaded: Record<string, string> = {}
  await readArchive(file, {
    header: async () => {},
    table: async ({ name }, data) => {
      const chunks: Buffer[] = []
      for await (const chunk of data) chunks.push(chunk)
      loaded[name] = Buffer.concat(chunks).toString()
      return loaded[name].split('\n').length - 1
    },
  })
  return loaded
}
const check = (file: string) => readArchive(file, { header: async () => {}, table: (_table, data) => skip(data) })

/** What the archive says behind the table of a place. */
function tell(file: string, place: number, facts: object): string {
  const target = `${file}-told`
  let ended = 0
  rewriteArchive(file, target, (type, json) => (type === 'E' && ended++ === place ? { ...json, ...facts } : json))
  return target
}

describe('an archive', () => {
  test('gives back what was written', async () => {
    const text = rows.join('')
    expect(await load(await makeArchive('whole'))).toEqual({ first: text, second: text })
  })

  test.each([0, 1])('that tells of other rows of table %s than were loaded is refused', async (place) => {
    const file = await makeArchive(`rows-${place}`)
    const refusal = `is damaged or not complete: the table ${tableNames[place]} has other rows.`
    for (const count of [1, 3]) await expect(load(tell(file, place, { rows: count }))).rejects.toThrow(refusal)
    // Whoever takes the data without counting cannot tell.
    expect(await check(tell(file, place, { rows: 3 }))).toMatchObject({ format: 1 })
  })

  test.each([{ crc32: 1 }, { bytes: 1 }])(
    'with another sum of a table, as %o, is refused by a check too',
    async (sum) => {
      const file = tell(await makeArchive('sums'), 1, sum)
      for (const read of [load, check]) await expect(read(file)).rejects.toThrow('a table has another checksum.')
    },
  )

  test('that goes on behind its end, or ends before it, is refused', async () => {
    const bytes = readFileSync(await makeArchive('cut'))
    const file = join(folder, 'changed')
    for (const changed of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('more')])]) {
      writeFileSync(file, changed)
      await expect(check(file)).rejects.toThrow('its end is missing.')
    }
  })
})
