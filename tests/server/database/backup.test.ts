import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { archiveStart, readArchive, drain, writeArchive } from '../../../server/backup/archive.ts'
import { rewriteArchive } from '../../support/postgres/backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'archives-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rows = ['1\tone\n', '2\ttwo\n']
const tableNames = ['first', 'second']

/** Writes an archive of two tables with two rows each, without a database. */
async function makeArchive(name: string) {
  const file = join(folder, name)
  writeFileSync(file, '')
  const tables = tableNames.map((table) => ({ schema: 'public', name: table, columns: ['id', 'name'] }))
  const header = { format: 2 as const, created_at: new Date(0).toISOString(), postgres: '15', migrations: ['one'] }
  await writeArchive(file, { ...header, tables, sequences: [] }, () =>
    Readable.from(rows.map((row) => Buffer.from(row))),
  )
  return file
}

async function load(file: string) {
  const loaded: Record<string, string> = {}
  await readArchive(file, {
    header: async () => {},
    table: async ({ name }, data) => {
      const chunks: Buffer[] = []
      for await (const chunk of data) chunks.push(chunk)
      loaded[name] = Buffer.concat(chunks).toString()
    },
  })
  return loaded
}
const check = (file: string) => readArchive(file, { header: async () => {}, table: (_table, data) => drain(data) })

describe('an archive', () => {
  test('returns the rows that were written', async () => {
    const text = rows.join('')
    expect(await load(await makeArchive('whole'))).toEqual({ first: text, second: text })
  })

  test('of format 1 is read without checksums of its tables', async () => {
    const file = join(folder, 'former')
    rewriteArchive(await makeArchive('newer'), file, (type, json) => {
      if (type === 'H') return { ...json, format: 1 }
      return { ...json, ...(type === 'E' && { rows: 2, bytes: 12, crc32: 1 }), ...(type === 'Z' && { tables: 2 }) }
    })
    expect(await load(file)).toEqual({ first: rows.join(''), second: rows.join('') })
  })

  test('with one bit changed in its rows or its checksum is refused', async () => {
    const file = await makeArchive('bits')
    const [bytes, whole] = [readFileSync(file), JSON.stringify(await load(file))]
    // The records end before an empty frame of 13 bytes and the last line of 25.
    const end = bytes.length - 38
    const outcomes = new Map<string, number>()
    for (let at = archiveStart.length; at < end; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at)
      writeFileSync(file, changed)
      const outcome = await load(file).then(JSON.stringify, ({ message }: Error) =>
        message.replace(/^.* is (damaged or incomplete): .*$/, '$1'),
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    // Some bits of a frame's header, such as the window size, can change without changing a row.
    expect([...outcomes.keys()].toSorted()).toEqual(['damaged or incomplete', whole])
    expect(outcomes.get(whole)).toBeLessThan(5)
  })

  test.each([0, 1])('with rows for more than the %i tables in its header is refused', async (count) => {
    const file = join(folder, 'short')
    rewriteArchive(await makeArchive('long'), file, (type, json) =>
      type === 'H' && 'tables' in json ? { ...json, tables: (json.tables as object[]).slice(0, count) } : json,
    )
    for (const read of [load, check]) await expect(read(file)).rejects.toThrow('its records are out of order.')
  })

  test('whose parts do not match the tables in its header is refused', async () => {
    const file = await makeArchive('parts')
    const target = `${file}-told`
    for (const facts of [{ name: 'second' }, { schema: 'pgboss' }]) {
      rewriteArchive(file, target, (type, json) => (type === 'T' ? { ...json, ...facts } : json))
      for (const read of [load, check]) await expect(read(target)).rejects.toThrow('its records are out of order.')
    }
  })

  test.each([{ postgres: '15\u001b[2J' }, { migrations: ['one\u009b2J'] }])(
    'with terminal control sequences is refused: %o',
    async (facts) => {
      const file = await makeArchive('printed')
      const target = `${file}-told`
      rewriteArchive(file, target, (type, json) => (type === 'H' ? { ...json, ...facts } : json))
      await expect(check(target)).rejects.toThrow('a record cannot be read.')
    },
  )

  test('followed by another archive is refused', async () => {
    const bytes = readFileSync(await makeArchive('one'))
    const file = join(folder, 'two')
    writeFileSync(file, Buffer.concat([bytes, bytes]))
    await expect(check(file)).rejects.toThrow('there is data after its end.')
  })

  test('that is truncated, or followed by other bytes, is refused', async () => {
    const bytes = readFileSync(await makeArchive('cut'))
    const file = join(folder, 'changed')
    for (const changed of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('more')])]) {
      writeFileSync(file, changed)
      await expect(check(file)).rejects.toThrow('its end is missing.')
    }
  })
})
