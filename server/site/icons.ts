import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { defaultBrandColor } from '#shared/site/brand-colors.ts'
import { findMedia } from '../blog/media.ts'
import { getSharp } from '../blog/pictures.ts'
import { clientFolder } from '../pages/client-files.ts'
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

const partsOf = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

/** Icon in a colour. Its pixels mix brand colour and white, so the colour can be exchanged. */
async function iconInColor(color: string, path: string): Promise<Buffer> {
  const sharp = await getSharp()
  const source = await readFile(join(clientFolder, path === '/favicon.ico' ? 'icon-192.png' : path))
  const { data, info } = await sharp(source).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [[from = 0], to] = [partsOf(defaultBrandColor), partsOf(color)]
  for (let at = 0; at < data.length; at += info.channels) {
    const white = Math.min(1, Math.max(0, ((data[at] ?? 0) - from) / (255 - from)))
    for (const [part, value] of to.entries()) data[at + part] = Math.round(value + (255 - value) * white)
  }
  const { width, height, channels } = info
  const size = pictures[path]?.size ?? width
  return sharp(data, { raw: { width, height, channels } }).resize(size, size).png().toBuffer()
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

async function makeIcon(path: string, look: { logo: string | null; color: string }): Promise<SiteIcon | null> {
  const { name: hash, ext } = parse(look.logo ?? '')
  const logo = hash ? await findMedia(hash, ext.slice(1)) : null
  if (path === '/favicon.svg') {
    const svg = logo
      ? svgOf(await iconOfLogo(logo, path))
      : (await readFile(join(clientFolder, path), 'utf8')).replaceAll(defaultBrandColor, look.color)
    return { type: 'image/svg+xml', bytes: Buffer.from(svg) }
  }
  const png = logo ? await iconOfLogo(logo, path) : await iconInColor(look.color, path)
  if (path !== '/favicon.ico') return { type: 'image/png', bytes: png }
  return { type: 'image/x-icon', bytes: icoOf(png, pictures[path]?.size ?? 32) }
}

/** Icons in the site's look. Each is rendered once per look. */
export class SiteIcons {
  #site: CurrentSite
  #look = ''
  #icons = new Map<string, Promise<SiteIcon | null>>()

  constructor(site: CurrentSite) {
    this.#site = site
  }

  /** Returns null if the icon of the build applies. */
  async find(path: string): Promise<SiteIcon | null> {
    if (!(path in pictures)) return null
    const { site, styles } = await this.#site.refreshed
    if (!styles) return null
    if (this.#look !== styles.path) this.#icons.clear()
    this.#look = styles.path
    const icon =
      this.#icons.get(path) ?? makeIcon(path, { logo: site.logo, color: site.brand_color ?? defaultBrandColor })
    this.#icons.set(path, icon)
    // After an error, the next request renders the icon again.
    icon.catch(() => this.#icons.delete(path))
    return icon
  }
}
