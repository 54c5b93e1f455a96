import { parse } from 'node:path'
import { findMedia } from '../blog/media.ts'
import { getSharp } from '../blog/pictures.ts'

export const mailLogoPath = '/mail-logo.png'
/** Another one for each logo, as mail programs keep pictures for long. */
export const mailLogoOf = (logo: string | null) => logo && `${mailLogoPath}?v=${parse(logo).name.slice(0, 8)}`

/** Twice as many pixels as a mail shows. */
const size = { width: 480, height: 96 }

async function convert(logo: string): Promise<Buffer | null> {
  const { name: hash, ext } = parse(logo)
  const bytes = await findMedia(hash, ext.slice(1))
  if (!bytes) return null
  const sharp = await getSharp()
  return sharp(bytes)
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

/** The logo as a PNG: many mail programs show no other format that has transparency. The last one is held. */
export class MailLogo {
  #logo = ''
  #png: Promise<Buffer | null> = Promise.resolve(null)

  find(logo: string): Promise<Buffer | null> {
    if (this.#logo === logo) return this.#png
    this.#logo = logo
    this.#png = convert(logo)
    // What failed is tried again.
    this.#png.catch(() => (this.#logo = ''))
    return this.#png
  }
}
