import type { Metadata } from 'sharp'
import { maxPictureBytes, maxPicturePixels, maxPictureSide } from '#shared/blog/media.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'
import type { NewMedia } from './media.ts'

/** Loaded with the first picture: most servers never see one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No other decoder is ever given a byte of what somebody sends.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
type Sharp = Awaited<ReturnType<typeof loadSharp>>
let loading: Promise<Sharp> | undefined
export const getSharp = () => (loading ??= loadSharp())

/** One at a time, in libuv's threads: of 50 megapixels that must be turned all are in memory, about 200 MB. */
const maxWaiting = 8
const maxSeconds = 20
let working: Promise<unknown> = Promise.resolve()
let waiting = 0

async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  if (waiting >= maxWaiting) throw new HttpProblem(503, 'problem.busy')
  waiting++
  const turn = working.then(task)
  working = Promise.allSettled([turn])
  return turn.finally(() => waiting--)
}

const wrong = (key: 'type' | 'broken' | 'animated' | 'too_many_pixels' | 'too_large') =>
  new FieldProblem('file', `blog.picture.${key}`)

export const tooLarge = () => wrong('too_large')

async function read(sharp: Sharp, bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
  } catch {
    throw wrong('broken')
  }
}

/** WebP: a quarter smaller than JPEG, with transparency, known to every browser, and made in a twentieth of AVIF's time. */
async function encode(sharp: Sharp, bytes: Buffer) {
  try {
    return await sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize({ width: maxPictureSide, height: maxPictureSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
  } catch {
    throw wrong('broken')
  }
}

/** What a file begins with, whatever it is called. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 16) return null
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && ['avif', 'avis', 'mif1'].includes(text(8, 12))) return 'avif'
  return null
}

/**
 * The picture that a file holds, drawn anew, as it is to be seen: nothing else of the file comes with it: no place or
 * camera, nor what stands behind the picture, as the film of a phone's or a file of another kind. Throws 400 for what is no still picture of at most 10 MB and 50 megapixels, 503 where too many wait.
 */
export async function preparePicture(bytes: Buffer): Promise<NewMedia> {
  if (bytes.length > maxPictureBytes) throw wrong('too_large')
  const format = formatOf(bytes)
  if (!format) throw wrong('type')
  return inTurn(async () => {
    const sharp = await getSharp()
    const { width, height, pages = 1, format: found, compression } = await read(sharp, bytes)
    if (found === 'heif' ? compression !== 'av1' : found !== format) throw wrong('type')
    if (pages > 1) throw wrong('animated')
    if (width * height > maxPicturePixels) throw wrong('too_many_pixels')
    const { data, info } = await encode(sharp, bytes)
    return { bytes: Buffer.from(data), extension: 'webp', width: info.width, height: info.height }
  })
}
