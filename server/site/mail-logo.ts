import { parse } from 'node:path'
import { findMedia } from '../blog/media.ts'
import { getSharp } from '../blog/pictures.ts'

export const mailLogoPath = '/mail-logo.png'
/** URL of the logo in mails. It changes with the logo, since mail clients cache images for long. */
export const mailLogoOf = (logo: string | null) => logo && `${mailLogoPath}?v=${parse(logo).name.slice(0, 8)}`

const size = { width: 480, height: 96 } // twice the displayed size

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

/** Logo as PNG, since many mail clients show no other format with transparency. The last one is cached. */
export class MailLogo {
  #logo = ''
  #png: Promise<Buffer | null> = Promise.resolve(null)

  find(logo: string): Promise<Buffer | null> {
    if (this.#logo === logo) return this.#png
    this.#logo = logo
    this.#png = convert(logo)
    // After an error, the next request converts the logo again.
    this.#png.catch(() => (this.#logo = ''))
    return this.#png
  }
}
