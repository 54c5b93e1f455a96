import { parse } from 'node:path'
import { functionalGroups, hueOf, isGroupSlug, otherMark } from '#shared/library/groups.ts'
import type { Locale } from '#shared/locale.ts'
import { brandColorsOf, defaultBrandColor, neutralColors } from '#shared/site/brand-colors.ts'
import { cardSize } from '#shared/site/cards.ts'
import type { Site } from '#shared/site/schema.ts'
import { findMedia } from '../blog/media.ts'
import { getSharp } from '../blog/pictures.ts'
import { SingleFlight } from '../pages/single-flight.ts'
import { HttpProblem } from '../problem.ts'
import { renderSlot, renderStrokes } from './card-shapes.ts'
import type { Shape } from './card-shapes.ts'
import { cardTextOf, renderLine, renderTitle, toShape, typedWidth } from './card-text.ts'

/** `kind` replaces a title that the fonts cannot show. `blanks` are labels. */
export type SocialCard = {
  locale: Locale
  kind: string
  line: string
  group: string | null
  title: string
  blanks: string[]
}
type Look = Pick<Site, 'name' | 'brand_color' | 'logo'>
type Layer = Shape & { left: number; top: number }

const { ground, text: ink, muted } = neutralColors
/** Copies of the tokens `blank` and `blank-edge` in client/app/tokens.css. */
const blank = { fill: '#ffe352', edge: '#8a6d00' }
const margin = 80
const contentWidth = cardSize.width - 2 * margin
const right = cardSize.width - margin
const stripHeight = 12
const header = { top: 66, mark: 52 }
const main = { top: 152, bottom: 508, gap: 44, titleLines: 3 }
const footer = { middle: 572, logo: 64 }
const slot = {
  size: 30,
  height: 62,
  padding: 22,
  gap: 16,
  radius: 8,
  edgeHeight: 4,
  ...blank,
}

const maxTitleLength = 120 // longer titles would not be legible
const maxLabelLength = 40
const maxBlanks = 3

/** Adds the layer with its middle at `middle`. */
const centered = (picture: Shape | null, left: number, middle: number): Layer[] =>
  picture ? [{ ...picture, left, top: Math.round(middle - picture.raw.height / 2) }] : []

async function renderHeader({ line, group }: SocialCard, color: string): Promise<Layer[]> {
  const { top, mark } = header
  const text = await renderLine({ text: cardTextOf(line, 60), face: 'text', size: 34, color }, contentWidth - mark - 16)
  if (group === null) return centered(text, margin, top + mark / 2)
  const path = isGroupSlug(group) ? functionalGroups[group].mark : otherMark
  const sign = { ...renderStrokes({ path, size: mark, color }), left: margin, top }
  return [sign, ...centered(text, margin + mark + 16, top + mark / 2)]
}

type Slot = { label: string; left: number; row: number; width: number }

/** Positions the first blanks in at most two rows. `rest` is the number of the others. */
function layOutSlots(blanks: string[]): { slots: Slot[]; rest: number } {
  const labels = blanks.map((label) => cardTextOf(label, maxLabelLength)).filter((label) => label !== '')
  let [left, row] = [margin, 0]
  const slots = labels.slice(0, maxBlanks).map((label) => {
    const width = Math.round(Array.from(label).length * typedWidth * slot.size) + 2 * slot.padding
    if (left > margin && left + width > right) [left, row] = [margin, row + 1]
    const box = { label, left, row, width }
    left += width + slot.gap
    return box
  })
  const shown = slots.filter((box) => box.row < 2)
  return { slots: shown, rest: labels.length - shown.length }
}

const heightOf = (slots: Slot[]) => {
  const rows = (slots.at(-1)?.row ?? -1) + 1
  return rows === 0 ? 0 : main.gap + rows * slot.height + (rows - 1) * slot.gap
}

async function renderSlots({ slots, rest }: { slots: Slot[]; rest: number }, top: number): Promise<Layer[]> {
  const typed = { face: 'typed', size: slot.size } as const
  const middleOf = (row: number) => top + row * (slot.height + slot.gap) + slot.height / 2
  const layers: Layer[] = []
  for (const { label, left, row, width } of slots) {
    const box = { ...renderSlot({ ...slot, width }), left, top: middleOf(row) - slot.height / 2 }
    const text = await renderLine({ ...typed, text: label, color: ink.light }, contentWidth)
    layers.push(box, ...centered(text, left + slot.padding, middleOf(row)))
  }
  const last = slots.at(-1)
  if (!last || rest === 0) return layers
  const more = await renderLine({ ...typed, text: `+${rest}`, color: muted.light }, contentWidth)
  const left = last.left + last.width + slot.gap
  return more && left + more.raw.width <= right ? [...layers, ...centered(more, left, middleOf(last.row))] : layers
}

async function renderLogo(path: string | null): Promise<Shape | null> {
  const { name: hash, ext } = parse(path ?? '')
  const bytes = hash ? await findMedia(hash, ext.slice(1)) : null
  if (!bytes) return null
  const sharp = await getSharp()
  const size = { width: contentWidth - 100, height: footer.logo }
  return toShape(sharp(bytes).resize({ ...size, fit: 'inside', withoutEnlargement: true }))
}

/** Sign of the product: a blank with a text cursor. */
function renderSign(): Layer[] {
  const [width, height, size] = [62, 44, 40]
  const top = footer.middle - height / 2
  return [
    { ...renderSlot({ ...slot, width, height }), left: margin, top },
    {
      ...renderStrokes({ path: 'M9 5H15M9 19H15M12 5V19', size, color: ink.light }),
      left: margin + (width - size) / 2,
      top,
    },
  ]
}

async function renderFooter({ locale }: SocialCard, { name, logo }: Look): Promise<Layer[]> {
  const language = await renderLine(
    { text: locale.toUpperCase(), face: 'typed', size: 30, color: muted.light },
    contentWidth,
  )
  const corner = centered(language, right - Math.round(2 * typedWidth * 30), footer.middle)
  const picture = await renderLogo(logo)
  if (picture) return [...centered(picture, margin, footer.middle), ...corner]
  const text = { text: cardTextOf(name, 40), face: 'heading', size: 36, color: ink.light } as const
  return [
    ...renderSign(),
    ...centered(await renderLine(text, contentWidth - 200), margin + 82, footer.middle),
    ...corner,
  ]
}

async function renderCard(card: SocialCard, look: Look): Promise<Buffer> {
  const sharp = await getSharp()
  const color = card.group
    ? functionalGroups[hueOf(card.group)].light
    : brandColorsOf(look.brand_color ?? defaultBrandColor).brand.light
  const placed = layOutSlots(card.blanks)
  const text = cardTextOf(card.title, maxTitleLength) || cardTextOf(card.kind, 40)
  const title = await renderTitle(text, ink.light, {
    width: contentWidth,
    height: main.bottom - main.top - heightOf(placed.slots),
    lines: main.titleLines,
  })
  const strip = { create: { width: cardSize.width, height: stripHeight, channels: 3, background: color } } as const
  return sharp({ create: { ...cardSize, channels: 3, background: ground.light } })
    .composite([
      { input: strip, left: 0, top: 0 },
      ...(await renderHeader(card, color)),
      ...(title ? [{ ...title, left: margin, top: main.top }] : []),
      ...(await renderSlots(placed, main.top + (title?.raw.height ?? 0) + main.gap)),
      ...(await renderFooter(card, look)),
    ])
    .png({ palette: true })
    .toBuffer()
}

// Cards are rendered one at a time, in a tenth of a second.
const flights = new SingleFlight<Buffer>({ most: 20, running: 1, turnMs: 10_000 })

/** Returns a share image as PNG. Throws 503 if too many are waiting. */
export function renderSocialCard(card: SocialCard, look: Look): Promise<Buffer> {
  const key = JSON.stringify([card, look.name, look.brand_color, look.logo])
  const flight = flights.find(key)
  if (flight) return flight
  if (flights.isFull) throw new HttpProblem(503, 'problem.busy')
  return flights.begin(key, () => renderCard(card, look))
}
