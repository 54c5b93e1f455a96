import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readArchive, skip, writeArchive } from '../../../server/backup/archive.ts'
import { rewriteArchive } from '../../support/postgres/backups.ts'

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
    for (const count of [1, 3, -1]) await expect(check(tell(file, place, { rows: count }))).rejects.toThrow(refusal)
  })

  test.each([{ crc32: 1 }, { bytes: 1 }])(
    'with another sum of a table, as %o, is refused by a check too',
    async (sum) => {
      const file = tell(await makeArchive('sums'), 1, sum)
      for (const read of [load, check]) await expect(read(file)).rejects.toThrow('a table has another checksum.')
    },
  )

  test('whose parts are of other tables than its header tells is refused', async () => {
    const file = await makeArchive('parts')
    const target = `${file}-told`
    for (const [changed, facts, why] of [
      ['T', { name: 'second' }, 'its parts are not in their order.'],
      ['T', { schema: 'pgboss' }, 'its parts are not in their order.'],
      ['Z', { tables: 3 }, 'it has other tables.'],
    ] as const) {
      rewriteArchive(file, target, (type, json) => (type === changed ? { ...json, ...facts } : json))
      for (const read of [load, check]) await expect(read(target)).rejects.toThrow(why)
    }
  })

  test.each([{ postgres: '15\u001b[2J' }, { migrations: ['one\u009b2J'] }])(
    'with control sequences for a terminal, as %o, is refused',
    async (facts) => {
      const file = await makeArchive('printed')
      const target = `${file}-told`
      rewriteArchive(file, target, (type, json) => (type === 'H' ? { ...json, ...facts } : json))
      await expect(check(target)).rejects.toThrow('a part of it cannot be read.')
    },
  )

  test('with another one behind it is refused', async () => {
    const bytes = readFileSync(await makeArchive('one'))
    const file = join(folder, 'two')
    writeFileSync(file, Buffer.concat([bytes, bytes]))
    await expect(check(file)).rejects.toThrow('it goes on behind its end.')
  })

  test('that goes on behind its end, or ends before it, is refused', async () => {
    const bytes = readFileSync(await makeArchive('cut'))
    const file = join(folder, 'changed')
    for (const changed of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('more')])]) {
      writeFileSync(file, changed)
      await expect(check(file)).rejects.toThrow('its end is missing.')
    }
  })
})
