import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
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

/** The secret in `file`, made once: 256 random bits that only this user may read. Whole or not at all, on a full disk too. */
export async function keepSecret(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  try {
    if (!existsSync(file)) {
      await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
      // Of two servers one is first; unlike a renaming this never takes the place of what is there.
      await link(draft, file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
    }
    const secret = await readFile(file, 'utf8')
    if (secret.length < 32)
      throw new StartProblem(`The secret in ${file} is too short: remove the file to get another.`)
    return secret
  } finally {
    await rm(draft, { force: true })
  }
}
