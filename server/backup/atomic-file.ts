import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { StartProblem } from '../settings/settings.ts'

const ofFiles = new Set(
  'ENOSPC EDQUOT EFBIG EIO EROFS EACCES EPERM ENOENT ENOTDIR EISDIR ENAMETOOLONG ELOOP'.split(' '),
)

/** As "no space left on device (ENOSPC)". */
export const fileProblem = ({ errno, code, message }: NodeJS.ErrnoException) =>
  errno === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`

/** Only what is a file already is replaced: as root a rename would replace a device. */
async function targetOf(file: string): Promise<string> {
  if (file.trim() === '') throw new StartProblem('The file has no name.')
  const there = await lstat(file).catch(() => null)
  const target = there ? await realpath(file) : resolve(file)
  if (there && !(await stat(target)).isFile()) throw new StartProblem(`${file} is not a file: name another.`)
  return target
}

async function flush(path: string) {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** The file gets its name, readable by its owner alone, when all of it is on the disk; else nothing is left. */
export async function writeAtomically(file: string, write: (path: string) => Promise<void>): Promise<number> {
  const cannot = (error: NodeJS.ErrnoException) => {
    throw ofFiles.has(error.code ?? '') ? new StartProblem(`${file} cannot be written: ${fileProblem(error)}.`) : error
  }
  const target = await targetOf(file).catch(cannot)
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.partial`)
  const remove = () => rmSync(draft, { force: true })
  process.once('exit', remove)
  try {
    await open(draft, 'wx', 0o600).then((handle) => handle.close())
  } catch (error) {
    process.off('exit', remove)
    return cannot(error as NodeJS.ErrnoException)
  }
  try {
    await write(draft)
    await flush(draft)
    const { size } = await stat(draft)
    await rename(draft, target)
    if (process.platform !== 'win32') await flush(dirname(target))
    return size
  } catch (error) {
    return cannot(error as NodeJS.ErrnoException)
  } finally {
    await rm(draft, { force: true })
    process.off('exit', remove)
  }
}
