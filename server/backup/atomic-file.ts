import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { StartProblem } from '../settings/settings.ts'

const fileErrorCodes = new Set(
  'ENOSPC EDQUOT EFBIG EIO EROFS EACCES EPERM ENOENT ENOTDIR EISDIR ENAMETOOLONG ELOOP'.split(' '),
)

export const fileProblem = ({ errno, code, message }: NodeJS.ErrnoException) =>
  errno === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`

/** Returns the path to write to. Refuses devices and folders: as root, a rename would replace a device. */
async function targetOf(file: string): Promise<string> {
  if (file.trim() === '') throw new StartProblem('The file has no name.')
  const existing = await lstat(file).catch(() => null)
  const target = existing ? await realpath(file) : resolve(file)
  if (existing && !(await stat(target)).isFile()) throw new StartProblem(`${file} is not a file: choose another name.`)
  return target
}

async function flush(path: string) {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** Writes a draft, then renames it, with mode 0600. A failure leaves no partial file. Returns the size in bytes. */
export async function writeAtomically(file: string, write: (path: string) => Promise<void>): Promise<number> {
  const throwFileProblem = (error: NodeJS.ErrnoException) => {
    throw fileErrorCodes.has(error.code ?? '')
      ? new StartProblem(`${file} cannot be written: ${fileProblem(error)}.`)
      : error
  }
  const target = await targetOf(file).catch(throwFileProblem)
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.partial`)
  const remove = () => rmSync(draft, { force: true })
  process.once('exit', remove)
  try {
    await open(draft, 'wx', 0o600).then((handle) => handle.close())
  } catch (error) {
    process.off('exit', remove)
    return throwFileProblem(error as NodeJS.ErrnoException)
  }
  try {
    await write(draft)
    await flush(draft)
    const { size } = await stat(draft)
    await rename(draft, target)
    if (process.platform !== 'win32') await flush(dirname(target))
    return size
  } catch (error) {
    return throwFileProblem(error as NodeJS.ErrnoException)
  } finally {
    await rm(draft, { force: true })
    process.off('exit', remove)
  }
}
