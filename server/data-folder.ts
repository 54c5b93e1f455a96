import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from './settings.ts'

/** A killed process that nobody collected is still listed, as a zombie, but has let go of everything. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const status = existsSync('/proc/self/stat') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    return !/\) Z /.test(status)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Only one server keeps its data in a folder; the file of one that was killed does not count. Answers the release. */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'server.pid')
  const owner = Number(await readFile(file, 'utf8').catch(() => '0'))
  if (owner > 0 && owner !== process.pid && isAlive(owner))
    throw new StartProblem(
      `Another server (process ${owner}) is using ${folder}: stop it, or set DATA_DIR to another folder.`,
    )
  await rm(file, { force: true })
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(String(process.pid))
    await handle.close()
  } catch {
    throw new StartProblem(`The folder ${folder} cannot be written, or another server is just starting there.`)
  }
  return () => rm(file, { force: true })
}

/** The secret in `file`, made once: 256 random bits that only this user may read. */
export async function keepSecret(file: string): Promise<string> {
  const secret = randomBytes(32).toString('hex')
  try {
    await writeFile(file, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch {
    return readFile(file, 'utf8')
  }
}
