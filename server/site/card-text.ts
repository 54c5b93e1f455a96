import { fileURLToPath } from 'node:url'
import { getSharp } from '../blog/pictures.ts'
import type { Shape } from './card-shapes.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`fonts/${name}`, import.meta.url)) // container images have no fonts
const faces = {
  heading: { name: 'Besley Bold', file: fileOf('besley-bold.ttf') },
  text: { name: 'Figtree Bold', file: fileOf('figtree-bold.ttf') },
  typed: { name: 'Sometype Mono Semi-Bold', file: fileOf('sometype-mono-semibold.ttf') },
}
/** Width of a character of the typed face, in parts of its size. */
export const typedWidth = 0.556

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeMarkup = (text: string) => text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign)

/** Characters without a glyph in the fonts that are no letters: control characters, stacked marks, most symbols. */
const unsupportedCharacters = /[^\p{L}\u0020-\u007e\u00a0-\u00ff–—\p{Pi}\p{Pf}‚„•…€−]/gu
/** Letter without a glyph in the fonts. A text with one is left out, since it would be drawn as boxes. */
const unsupportedLetter = /[^\P{L}\u0041-\u00ffŒœ]/u

/** Returns the text as the fonts can show it, shortened to `max` characters. Empty if they lack a letter of it. */
export function cardTextOf(text: string, max: number): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/(?![–—])\p{Pd}/gu, '-')
    .replaceAll(unsupportedCharacters, ' ')
  const signs = Array.from(plain.replaceAll(/\s+/g, ' ').trim())
  if (unsupportedLetter.test(plain)) return ''
  if (signs.length <= max) return signs.join('')
  return `${signs
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

type TextOptions = { text: string; face: keyof typeof faces; size: number; color: string }
type Wrapping = { width: number; wrap: 'word' | 'word-char' }

type Picture = ReturnType<Awaited<ReturnType<typeof getSharp>>>

export async function toShape(picture: Picture): Promise<Shape> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 } }
}

async function render(
  markup: string,
  { face, size }: Pick<TextOptions, 'face' | 'size'>,
  wrapping?: Wrapping,
): Promise<Shape> {
  const { name, file } = faces[face]
  const sharp = await getSharp()
  const text = { text: markup, font: `${name} ${size}`, fontfile: file, dpi: 72, rgba: true, ...wrapping }
  return toShape(sharp({ text }))
}

const isTooLarge = ({ raw }: Shape, width: number, height: number) => raw.width > width || raw.height > height

async function shrink({ input, raw }: Shape, width: number, height: number): Promise<Shape> {
  const sharp = await getSharp()
  return toShape(sharp(input, { raw }).resize({ width, height, fit: 'inside' }))
}

/**
 * Renders one line by Pango markup, so that no SVG is decoded. Transparent letters at its end give every line of a size
 * the same height, as pictures are cropped to the ink.
 */
export async function renderLine(options: TextOptions, maxWidth: number): Promise<Shape | null> {
  const { text, size, color } = options
  if (text === '') return null
  const line = await render(
    `<span foreground="${color}">${escapeMarkup(text)}</span><span fgalpha="1">Áj</span>`,
    options,
  )
  return isTooLarge(line, maxWidth, 2 * size) ? shrink(line, maxWidth, 2 * size) : line
}

type TitleBox = { width: number; height: number; lines: number }
const titleSizes = [88, 78, 68, 60, 52, 46]
const lineHeight = 0.83 // of the font's own, which is 1.33 of the size
const narrowest = [0.62, 0.74, 0.86] // of the width, for lines of similar lengths

/** Renders a title in the largest size in which it fits into the box, in lines of similar lengths. */
export async function renderTitle(text: string, color: string, box: TitleBox): Promise<Shape | null> {
  if (text === '') return null
  const markup = `<span foreground="${color}" line_height="${lineHeight}">${escapeMarkup(text)}</span>`
  for (const size of titleSizes) {
    const font = { face: 'heading', size } as const
    const title = await render(markup, font, { width: box.width, wrap: 'word' })
    if (isTooLarge(title, box.width, Math.min(box.height, 1.12 * size * box.lines))) continue
    for (const part of title.raw.height < 1.3 * size ? [] : narrowest) {
      const width = Math.round(part * box.width)
      const narrow = await render(markup, font, { width, wrap: 'word' })
      if (!isTooLarge(narrow, width, title.raw.height)) return narrow
    }
    return title
  }
  const smallest = await render(markup, { face: 'heading', size: 46 }, { width: box.width, wrap: 'word-char' })
  return isTooLarge(smallest, box.width, box.height) ? shrink(smallest, box.width, box.height) : smallest
}
