import { parse } from 'node:path'
import { findMedia } from '../blog/media.ts'
import { getSharp } from '../blog/pictures.ts'
import type { CurrentSite } from './current-site.ts'

export type SiteIcon = { type: string; bytes: Buffer }

/** Sizes in px. `share` is the logo's part of the width. `isOpaque`: phones add no background. */
const pictures: Record<string, { size: number; share: number; isOpaque: boolean }> = {
  '/icon-192.png': { size: 192, share: 1, isOpaque: false },
  '/icon-512.png': { size: 512, share: 1, isOpaque: false },
  '/icon-maskable-192.png': { size: 192, share: 0.56, isOpaque: true },
  '/icon-maskable-512.png': { size: 512, share: 0.56, isOpaque: true },
  '/apple-touch-icon.png': { size: 180, share: 0.76, isOpaque: true },
  '/favicon.ico': { size: 32, share: 1, isOpaque: false },
  '/favicon.svg': { size: 128, share: 1, isOpaque: false },
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

async function iconOfLogo(logo: Buffer, path: string): Promise<Buffer> {
  const { size = 32, share = 1, isOpaque = false } = pictures[path] ?? {}
  const sharp = await getSharp()
  const side = Math.round(size * share)
  const inner = await sharp(logo).resize({ width: side, height: side, fit: 'contain', background: clear }).toBuffer()
  const ground = { width: size, height: size, channels: 4, background: isOpaque ? '#ffffff' : clear } as const
  return sharp({ create: ground })
    .composite([{ input: inner }])
    .png()
    .toBuffer()
}

function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const svgOf = (png: Buffer) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image width="1" height="1" href="data:image/png;base64,${png.toString('base64')}"/></svg>`

async function makeIcon(path: string, logoFile: string): Promise<SiteIcon | null> {
  const { name: hash, ext } = parse(logoFile)
  const logo = await findMedia(hash, ext.slice(1))
  if (!logo) return null
  const png = await iconOfLogo(logo, path)
  if (path === '/favicon.svg') return { type: 'image/svg+xml', bytes: Buffer.from(svgOf(png)) }
  if (path !== '/favicon.ico') return { type: 'image/png', bytes: png }
  return { type: 'image/x-icon', bytes: icoOf(png, pictures[path]?.size ?? 32) }
}

/** Icons of a custom logo. Each is rendered once per logo. The product's own icons do not follow the brand color. */
export class SiteIcons {
  #site: CurrentSite
  #logo = ''
  #icons = new Map<string, Promise<SiteIcon | null>>()

  constructor(site: CurrentSite) {
    this.#site = site
  }

  /** Returns null if the icon of the build applies. */
  async find(path: string): Promise<SiteIcon | null> {
    if (!(path in pictures)) return null
    const { logo } = (await this.#site.refreshed).site
    if (logo === null) return null
    if (this.#logo !== logo) this.#icons.clear()
    this.#logo = logo
    const icon = this.#icons.get(path) ?? makeIcon(path, logo)
    this.#icons.set(path, icon)
    // After an error, the next request renders the icon again.
    icon.catch(() => this.#icons.delete(path))
    return icon
  }
}
