import { parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brandColorsOf, defaultBrandColor } from '#shared/site/brand-colors.ts'
import { cardSize } from '#shared/site/cards.ts'
import type { Site } from '#shared/site/schema.ts'
import { findMedia } from '../blog/media.ts'
import { getSharp } from '../blog/pictures.ts'
import { SingleFlight } from '../pages/single-flight.ts'
import { HttpProblem } from '../problem.ts'

export type SocialCard = { kind: string; title: string }
type Look = Pick<Site, 'name' | 'brand_color' | 'logo'>

const fontfile = fileURLToPath(new URL('fonts/figtree-bold.ttf', import.meta.url)) // container images have no fonts
const margin = 80
const contentWidth = cardSize.width - 2 * margin
const footer = { top: 510, height: 120, logo: 72 }
const maxTitleHeight = 340
const maxTitleLength = 140 // longer titles would not be legible

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeMarkup = (text: string) => text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign)

/** Characters without a glyph in the font that are no letters: control characters, stacked marks, most symbols. */
const unsupportedCharacters = /[^\p{L}\u0020-\u007e\u00a0-\u00ff\p{Pd}\p{Pi}\p{Pf}…€™−]/gu
/** Letter without a glyph in the font. A title with one is left out, since it would be drawn as boxes. */
const unsupportedLetter = /[^\P{L}\u0041-\u00ffŒœ]/u

function cardTextOf(text: string, max: number): string {
  const plain = text.normalize('NFC').replaceAll(unsupportedCharacters, ' ')
  const signs = Array.from(plain.replaceAll(/\s+/g, ' ').trim())
  if (unsupportedLetter.test(plain)) return ''
  return signs.length > max
    ? `${signs
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : signs.join('')
}

const sizeOf = ({ length }: string) => (length <= 40 ? 80 : length <= 80 ? 64 : 52)

type Line = { text: string; size: number; color: string; maxHeight: number }

/** Renders text by Pango markup, so that no SVG is decoded. Null for an empty text. */
async function renderText({ text, size, color, maxHeight }: Line) {
  if (text === '') return null
  const sharp = await getSharp()
  const markup = `<span foreground="${color}">${escapeMarkup(text)}</span>`
  const rendered = await sharp({
    text: {
      text: markup,
      font: `Figtree Bold ${size}`,
      fontfile,
      width: contentWidth,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer()
  return sharp(rendered)
    .resize({ width: contentWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true })
}

async function renderLogo(path: string | null) {
  const { name: hash, ext } = parse(path ?? '')
  const bytes = hash ? await findMedia(hash, ext.slice(1)) : null
  if (!bytes) return null
  const size = { width: contentWidth, height: footer.logo }
  const sharp = await getSharp()
  return sharp(bytes)
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
}

async function renderCard({ kind, title }: SocialCard, { name, brand_color, logo }: Look): Promise<Buffer> {
  const sharp = await getSharp()
  const { light: ground } = brandColorsOf(brand_color ?? defaultBrandColor)['brand-strong']
  const shown = cardTextOf(title, maxTitleLength)
  const [label, heading, sign] = await Promise.all([
    renderText({ text: cardTextOf(kind, 40), size: 36, color: '#ffffff', maxHeight: 60 }),
    renderText({ text: shown, size: sizeOf(shown), color: '#ffffff', maxHeight: maxTitleHeight }),
    renderLogo(logo).then(
      (found) => found ?? renderText({ text: cardTextOf(name, 60), size: 40, color: ground, maxHeight: footer.logo }),
    ),
  ])
  const strip = { width: cardSize.width, height: footer.height, channels: 3, background: '#ffffff' } as const
  const below = footer.top + Math.round((footer.height - (sign?.info.height ?? 0)) / 2)
  const at = (layer: typeof sign, top: number) => (layer ? [{ input: layer.data, left: margin, top }] : [])
  return sharp({ create: { ...cardSize, channels: 3, background: ground } })
    .composite([
      { input: { create: strip }, left: 0, top: footer.top },
      ...at(label, 64),
      ...at(heading, 136),
      ...at(sign, below),
    ])
    .png({ palette: true })
    .toBuffer()
}

// Cards are drawn one at a time, in a tenth of a second.
const flights = new SingleFlight<Buffer>({ most: 20, running: 1, turnMs: 10_000 })

/** Returns a share image as PNG. Throws 503 if too many are waiting. */
export function renderSocialCard(card: SocialCard, look: Look): Promise<Buffer> {
  const key = JSON.stringify([card, look.name, look.brand_color, look.logo])
  const flight = flights.find(key)
  if (flight) return flight
  if (flights.isFull) throw new HttpProblem(503, 'problem.busy')
  return flights.begin(key, () => renderCard(card, look))
}
