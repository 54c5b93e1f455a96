import { expect } from 'vitest'
import type { ArchiveHeader } from '../../../server/backup/archive.ts'

type Change = (header: ArchiveHeader, rows: Map<string, string>) => void
const tableIn = ({ tables }: ArchiveHeader, name: string) =>
  tables.find((table) => table.name === name) ?? expect.fail(name)
const sequenceIn = ({ sequences }: ArchiveHeader, name: string) =>
  sequences.find((sequence) => sequence.name === name) ?? expect.fail(name)
const replaceIn = (rows: Map<string, string>, name: string, pattern: RegExp, text: string) =>
  rows.set(name, (rows.get(name) ?? '').replace(pattern, text))
const without = <Named extends { name: string }>(list: Named[], name: string) => list.filter((one) => one.name !== name)

/** Archives with a valid checksum that are no valid site. */
export const changedArchives: [string, Change, RegExp][] = [
  ['without tables', (header) => void (header.tables = []), /contains no tables of this program/],
  [
    'without one of its tables',
    (header) => void (header.tables = without(header.tables, 'testimonial_text')),
    /changed\.backup cannot be restored: it lacks testimonial_text\.$/,
  ],
  [
    'without one of its sequences',
    (header) => void (header.sequences = without(header.sequences, 'user_id_seq')),
    /it lacks user_id_seq\.$/,
  ],
  [
    'with a sequence of another name',
    (header) => void (sequenceIn(header, 'user_id_seq').name = 'user'),
    /it lacks user_id_seq\.$/,
  ],
  [
    'with a sequence past its end',
    (header) => void (sequenceIn(header, 'user_id_seq').last_value = '1'.repeat(24)),
    /PostgreSQL reports while setting user_id_seq: value "1+" is out of range/,
  ],
  [
    'with a table twice',
    (header) => void header.tables.push(tableIn(header, 'testimonial_text')),
    /it has a table twice\.$/,
  ],
  [
    'without a column',
    (header, rows) => {
      tableIn(header, 'testimonial_text').columns.pop()
      replaceIn(rows, 'testimonial_text', /\t[^\t\n]*$/gm, '')
    },
    /its table testimonial_text lacks the column \w+\.$/,
  ],
  [
    'with a column of another name',
    (header) => void (tableIn(header, 'testimonial_text').columns[0] = '__proto__'),
    /its table testimonial_text lacks the column \w+\.$/,
  ],
  [
    'with a column more',
    (header, rows) => {
      tableIn(header, 'testimonial_text').columns.push('more')
      replaceIn(rows, 'testimonial_text', /$(?<!\n)/gm, '\t1')
    },
    /PostgreSQL reports while loading testimonial_text: column "more" .* does not exist\.$/,
  ],
  [
    'with NULL where there is none',
    (_header, rows) => void replaceIn(rows, 'testimonial_text', /^[^\t]*/, '\\N'),
    /PostgreSQL reports while loading testimonial_text: null value in column/,
  ],
  [
    'with a row of nothing',
    (_header, rows) => void replaceIn(rows, 'testimonial_text', /^[^\t]*/, '99999'),
    /PostgreSQL reports while making keys and indexes: .* violates foreign key constraint/,
  ],
  [
    'without a migration in its records',
    (_header, rows) => void replaceIn(rows, '_prisma_migrations', /^.*_access\t.*\n/m, ''),
    /its records of the migration \d+_access do not match\.$/,
  ],
  [
    'with a migration more in its records',
    (header) => void header.migrations.splice(header.migrations.indexOf('20261128113000_purge_indexes'), 1),
    /changed\.backup cannot be restored: its /,
  ],
]
