import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until, withClient } from './database.ts'
import { hasProgram, installProgram } from './debian.ts'
import { findFreePort } from '../site.ts'

/** Debian installs it outside of a user's PATH. */
const program = '/usr/sbin/pgbouncer'
export const hasPgBouncer = () => hasProgram(program)
export const installPgBouncer = () => installProgram('pgbouncer', program)

/** `mode` is PgBouncer's pool_mode. */
export async function startPgBouncer(url: string, mode: 'statement' | 'transaction' | 'session') {
  const { username, password, hostname, port } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const bouncerPort = await findFreePort()
  writeFileSync(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`)
  const settings = [
    `listen_addr = 127.0.0.1`,
    `listen_port = ${bouncerPort}`,
    `pool_mode = ${mode}`,
    `auth_type = plain`,
    `auth_file = ${folder}/users`,
    `unix_socket_dir =`,
    `max_client_conn = 200`,
    `default_pool_size = 20`,
  ]
  const file = join(folder, 'ini')
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${settings.join('\n')}\n`)
  const user = process.getuid?.() === 0 ? ['--user=postgres'] : []
  const child = spawn(program, ['--quiet', ...user, file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const address = new URL(url)
  address.port = String(bouncerPort)
  await until(() => withClient(address.href, () => Promise.resolve(true)).catch(() => false))
  return {
    url: address.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
