import * as z from 'zod/mini'
import { fieldError } from '../fields.ts'

export const maxPictureBytes = 10 * 1024 * 1024
export const maxPicturePixels = 50_000_000
export const maxPictureSide = 2_000 // pixels of the longer side of a stored picture

export const PictureHash = z // SHA-256 of the file, in hexadecimal
  .string(fieldError('schema.picture'))
  .check(z.regex(/^[\da-f]{64}$/, fieldError('schema.picture')))

export const Picture = z.object({
  hash: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Picture = z.infer<typeof Picture>
