import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { StartProblem } from '../settings/settings.ts'

/** Line of a file. `bytes` is the number of bytes read up to its end. */
export type SourceLine = { number: number; bytes: number; content: Buffer; isTooLong: boolean }

export const maxLineBytes = 8 * 2 ** 20

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file.',
  EISDIR: 'It is a directory.',
  EACCES: 'It may not be read by whoever runs this.',
}
const unreadable = (file: string, reason: string) => new StartProblem(`${file} cannot be read. ${reason}`)
function problemOf(file: string, error: unknown): StartProblem {
  const { code = '', message } = error as NodeJS.ErrnoException
  return unreadable(file, reasons[code] ?? message)
}

const isUtf16 = ([first, second]: Buffer) =>
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff) ||
  (second !== undefined && (first === 0) !== (second === 0))

/** Returns size and first bytes of a file. Null for a pipe, since opening it would wait for a writer. */
async function readHead(file: string): Promise<{ size: number; head: Buffer } | null> {
  const found = await stat(file)
  if (!found.isFile() && !found.isDirectory()) return null
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 ** 16))
    return { size: found.size, head: buffer.subarray(0, bytesRead) }
  } finally {
    await handle.close()
  }
}

export function findHeadProblem(head: Buffer): 'utf16' | 'line_ends' | null {
  if (isUtf16(head)) return 'utf16'
  return head.includes('\r') && !head.includes('\n') ? 'line_ends' : null
}

/** Returns the file's size in bytes. Throws StartProblem. */
export async function checkImportFile(file: string): Promise<number> {
  const found = await readHead(file).catch((error) => {
    throw problemOf(file, error)
  })
  if (!found) throw unreadable(file, 'It is not a file.')
  const { size, head } = found
  const problem = findHeadProblem(head)
  if (problem === 'utf16') throw unreadable(file, 'It is in UTF-16: save it as UTF-8.')
  if (problem === 'line_ends')
    throw unreadable(file, 'Its lines end as on old Macs: save it with the line ends of Unix or Windows.')
  return size
}

export type ImportSource = string | AsyncIterable<Buffer> // file name, or bytes
export const sourceName = (source: ImportSource) => (typeof source === 'string' ? source : 'the file')

/** Reads lines. Only "\n" ends a line, since texts may contain Unicode line separators. */
export async function* readLines(source: ImportSource): AsyncGenerator<SourceLine> {
  let parts: Buffer[] = []
  let size = 0
  let number = 0
  let bytes = 0
  const append = (part: Buffer) => {
    size += part.length
    if (size <= maxLineBytes) parts.push(part)
    else parts = []
  }
  const endLine = (end: number): SourceLine => {
    bytes += size + end
    const line = { number: ++number, bytes, content: Buffer.concat(parts), isTooLong: size > maxLineBytes }
    parts = []
    size = 0
    return line
  }
  try {
    const chunks = typeof source === 'string' ? createReadStream(source, { highWaterMark: 2 ** 18 }) : source
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        append(chunk.subarray(start, end))
        start = end + 1
        yield endLine(1)
      }
      append(chunk.subarray(start))
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall ? problemOf(sourceName(source), error) : error
  }
  if (size > 0) yield endLine(0)
}
