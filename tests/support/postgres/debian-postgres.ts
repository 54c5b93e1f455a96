import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAccount, changeOwner, runProgram } from '../../../server/embedded/postgres-programs.ts'
import { findFreePort } from '../site.ts'

export const debianPrograms = '/usr/lib/postgresql/15/bin'
export const hasDebianPostgres = () =>
  existsSync(join(debianPrograms, 'initdb')) && existsSync(join(debianPrograms, 'pg_dump'))

export async function startDebianPostgres(settings = '-c fsync=off') {
  const account = findAccount()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-15-'))
  await chmod(folder, 0o755)
  await changeOwner(account, folder)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, 'of the tests', { mode: 0o644 })
  const who = ['-U', 'promptory', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  await runProgram(
    [join(debianPrograms, 'initdb'), '-D', data, ...who, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    account,
  )
  const port = await findFreePort()
  const options = `-p ${port} -h 127.0.0.1 -c unix_socket_directories= ${settings}`
  const control = (...args: string[]) =>
    runProgram([join(debianPrograms, 'pg_ctl'), '-D', data, '-w', ...args], account)
  await control('-l', join(folder, 'log'), '-o', options, 'start')
  return {
    url: `postgresql://promptory:of%20the%20tests@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await control('-m', 'immediate', 'stop')
      await rm(folder, { recursive: true })
    },
  }
}
