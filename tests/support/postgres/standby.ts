import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAccount, changeOwner, runProgram } from '../../../server/embedded/postgres-programs.ts'
import { withClient } from './database.ts'
import { debianPrograms } from './debian-postgres.ts'
import { findFreePort } from '../site.ts'

const role = 'promptory'
const password = 'of-the-tests'

const program = (name: string) => join(debianPrograms, name)

export async function startPrimaryAndStandby() {
  const account = findAccount()
  const folder = await mkdtemp(join(tmpdir(), 'failover-'))
  await chmod(folder, 0o755)
  await changeOwner(account, folder)
  const node = async (name: string) => {
    const data = join(folder, name)
    const port = await findFreePort()
    const options = `-p ${port} -h 127.0.0.1 -c unix_socket_directories= -c fsync=off -c checkpoint_timeout=1h`
    const control = (...args: string[]) => runProgram([program('pg_ctl'), '-D', data, '-w', ...args], account)
    return {
      data,
      port,
      host: `127.0.0.1:${port}`,
      url: `postgresql://${role}:${password}@127.0.0.1:${port}/postgres`,
      start: () => control('-l', join(folder, `${name}.log`), '-o', options, 'start'),
      stop: () => control('-m', 'fast', 'stop'),
      kill: () => control('-m', 'immediate', 'stop'),
      promote: () => control('promote'),
    }
  }
  const [first, second] = [await node('first'), await node('second')]
  const source = (port: number) => `host=127.0.0.1 port=${port} user=${role} password=${password}`
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const who = ['-U', role, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  await runProgram([program('initdb'), '-D', first.data, ...who, '-E', 'UTF8', '--locale=C.UTF-8', '-N'], account)
  await first.start()
  const copy = ['-D', second.data, '-d', source(first.port), '-R', '--checkpoint=fast', '--no-sync']
  await runProgram([program('pg_basebackup'), ...copy], account)
  await second.start()
  const nodes = [first, second]
  return {
    first,
    second,
    url: `postgresql://${role}:${password}@${first.host},${second.host}/postgres?target_session_attrs=read-write`,
    caughtUp: async () => {
      const position = await withClient(first.url, async (client) => {
        const { rows } = await client.query('SELECT pg_current_wal_flush_lsn()::text AS position')
        return rows[0].position as string
      })
      await withClient(second.url, async (client) => {
        const replayed = `SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done`
        while (!(await client.query(replayed, [position])).rows[0].done);
      })
    },
    followSecond: async () => {
      await writeFile(join(first.data, 'standby.signal'), '')
      await writeFile(join(first.data, 'postgresql.auto.conf'), `primary_conninfo = '${source(second.port)}'\n`)
      await changeOwner(account, join(first.data, 'standby.signal'), join(first.data, 'postgresql.auto.conf'))
      await first.start()
    },
    stop: async () => {
      for (const { kill } of nodes) await kill().catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}
