export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif'

const isParameterless = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Behind the compressed data that begins at `at`: the next marker. */
function endOfScan(bytes: Buffer, at: number): number {
  for (let place = at; place + 1 < bytes.length; place++) {
    if (bytes[place] !== 0xff) continue
    const next = bytes[place + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isParameterless(next)) return place
  }
  return bytes.length
}

function endOfJpeg(bytes: Buffer, start: number): number {
  let at = start + 2
  while (at + 4 <= bytes.length || bytes[at + 1] === 0xd9) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return -1
    if (marker === 0xd9) return at + 2
    if (marker === 0xff) at += 1
    else if (isParameterless(marker)) at += 2
    else {
      at += 2 + bytes.readUInt16BE(at + 2)
      if (marker === 0xda) at = endOfScan(bytes, at)
    }
  }
  return -1
}

/** Phones put smaller copies of a picture behind it. */
function endOfJpegs(bytes: Buffer): number {
  let end = endOfJpeg(bytes, 0)
  while (end > 0 && bytes[end] === 0xff && bytes[end + 1] === 0xd8) end = endOfJpeg(bytes, end)
  return end
}

function endOfPng(bytes: Buffer): number {
  let at = 8
  while (at + 12 <= bytes.length) {
    const isLast = bytes.toString('latin1', at + 4, at + 8) === 'IEND'
    at += 12 + bytes.readUInt32BE(at)
    if (isLast) return at
  }
  return -1
}

function endOfBoxes(bytes: Buffer): number {
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    // 0: up to the end of the file; 1: a size of 64 bits, which no picture of 10 MB needs.
    if (size === 0) return bytes.length
    if (size < 8) return -1
    if (!/^[\w ]{4}$/.test(bytes.toString('latin1', at + 4, at + 8))) return at
    at += size
  }
  return at
}

const ends: Record<PictureFormat, (bytes: Buffer) => number> = {
  jpeg: endOfJpegs,
  png: endOfPng,
  webp: (bytes) => 8 + bytes.readUInt32LE(4),
  avif: endOfBoxes,
}

/** What a file begins with, whatever it is called. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 16) return null
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && ['avif', 'avis', 'mif1'].includes(text(8, 12))) return 'avif'
  return null
}

/** `short`: it ends before the picture does. `more`: something else stands behind the picture, as in a file of two kinds. */
export function checkEnd(bytes: Buffer, format: PictureFormat): 'whole' | 'short' | 'more' {
  const end = ends[format](bytes)
  if (end < 0 || end > bytes.length) return 'short'
  return bytes.subarray(end).every((byte) => byte === 0) ? 'whole' : 'more'
}
