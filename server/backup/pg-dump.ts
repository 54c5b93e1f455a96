import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, outputOf, start } from './pg-programs.ts'
import type { PgPrograms } from './pg-programs.ts'
import { schemas } from './catalog.ts'

/** Into a file that is there, whose mode stays. */
export async function writeDump({ dump }: PgPrograms, url: string, path: string): Promise<void> {
  const only = schemas.map((schema) => `--schema=${schema}`)
  const extensions = ['--extension=unaccent', '--extension=pg_trgm']
  const args = ['--format=custom', ...only, ...extensions, '--lock-wait-timeout=60s', '--no-password']
  const { child, done } = start(dump, [...args, `--file=${path}`], environmentOf(url))
  child.stdout.resume()
  await done
}

/** What it lists are facts of the dump, as "Dumped from database version: 15.18", and its objects. */
export async function describeDump({ restore }: PgPrograms, file: string) {
  const list = await outputOf(restore, ['--list', file])
  const fact = (name: string) => new RegExp(`^;\\s+${name}:? (.*)$`, 'm').exec(list)?.[1]?.trim() ?? ''
  const records = await outputOf(restore, ['--data-only', '--table=_prisma_migrations', '--file=-', file])
  const createdAt = new Date(fact('Archive created at'))
  return {
    created_at: Number.isNaN(createdAt.getTime()) ? '' : createdAt.toISOString(),
    postgres: /^[\d.]+/.exec(fact('Dumped from database version'))?.[0] ?? '',
    tables: list.split('\n').filter((line) => / TABLE DATA /.test(line)).length,
    migrations: finishedIn(records),
    list,
  }
}

function finishedIn(script: string): string[] {
  const lines = script.split('\n')
  const first = lines.findIndex((line) => line.startsWith('COPY ') && line.endsWith(') FROM stdin;'))
  const head = lines[first] ?? ''
  const names = head.slice(head.indexOf('(') + 1, head.lastIndexOf(')')).split(', ')
  const rows = first === -1 ? [] : lines.slice(first + 1, lines.indexOf('\\.', first))
  return rows
    .map((row) => {
      const values = row.split('\t')
      return new Map(names.map((name, index) => [name, values[index]]))
    })
    .filter((record) => record.get('finished_at') !== '\\N' && record.get('rolled_back_at') === '\\N')
    .flatMap((record) => record.get('migration_name') ?? [])
}

export async function checkDump({ restore }: PgPrograms, file: string): Promise<void> {
  const { child, done } = start(restore, ['--file=-', file], environmentOf('postgresql:///'))
  child.stdout.resume()
  await done
}

/** The schema is there already, and only who owns it or an extension may comment on them. */
const isLeftOut = (line: string) => / (SCHEMA - public|COMMENT - (SCHEMA public|EXTENSION)) /.test(`${line} `)

type Load = { url: string; file: string; list: string; before: string[]; after: string[] }

/** In one transaction, which counts only once pg_restore has read the whole file. */
export async function loadDump({ restore, psql }: PgPrograms, { url, file, list, before, after }: Load): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const listFile = join(folder, 'list')
    await writeFile(
      listFile,
      list
        .split('\n')
        .filter((line) => !isLeftOut(line))
        .join('\n'),
    )
    const options = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--no-password', '--file=-']
    const session = start(psql, options, environmentOf(url))
    session.child.stdout.resume()
    const { stdin } = session.child
    const say = async (statements: string[]) => {
      if (!stdin.write(`${statements.join(';\n')};\n`)) await Promise.race([once(stdin, 'drain'), session.done])
    }
    await say(["SET client_min_messages = 'warning'", 'BEGIN', ...before])
    const reading = start(
      restore,
      ['--no-owner', '--no-privileges', `--use-list=${listFile}`, '--file=-', file],
      environmentOf(url),
    )
    reading.child.stdout.pipe(stdin, { end: false })
    try {
      await Promise.race([reading.done, session.done.then(() => Promise.reject(new Error('psql ended early.')))])
      await say([...after, 'COMMIT'])
      stdin.end()
      await session.done
    } catch (error) {
      // Whichever failed first says why; without its COMMIT the session leaves nothing.
      reading.child.kill('SIGKILL')
      session.child.kill('SIGKILL')
      throw error
    }
  } finally {
    remove()
    process.off('exit', remove)
  }
}
