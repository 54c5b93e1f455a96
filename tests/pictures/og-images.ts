import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../support/browser/browser.ts'

const folder = fileURLToPath(new URL('../../client/app/open-graph/', import.meta.url))

/** Pixels that most sites expect for a shared link, and the maximum in bytes. */
const size = { width: 1200, height: 630 }
const maxBytes = 60_000

const colour = {
  ground: '#4c2fa2',
  deep: '#3c2486',
  bright: '#7455dc',
  pale: '#b9a4ff',
  paper: '#ffffff',
  line: '#d9d2f2',
  ink: '#1d1830',
  star: '#fbbf24',
}

type Box = { x: number; y: number; width: number; height: number; radius?: number; fill: string }
const box = ({ x, y, width, height, radius = 0, fill }: Box) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
const dot = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

function words(x: number, y: number, widths: number[], { fill = colour.line, height = 18, gap = 14 } = {}): string {
  let from = x
  return widths
    .map((width) => {
      const bar = box({ x: from, y, width, height, radius: height / 2, fill })
      from += width + gap
      return bar
    })
    .join('')
}

const card = (x: number, y: number, width: number, height: number) =>
  box({ x: x + 14, y: y + 18, width, height, radius: 32, fill: colour.deep }) +
  box({ x, y, width, height, radius: 32, fill: colour.paper })

const mark = (x: number, y: number, width: number) =>
  `<g transform="translate(${x} ${y}) scale(${width / 32})"><path fill="${colour.paper}" d="M7 2h18a5 5 0 0 1 5 5v13a5 5 0 0 1-5 5H15l-6.2 4.6c-.7.5-1.8 0-1.8-.9V25a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5Z"/><path fill="none" stroke="${colour.ground}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="m9.5 9 4.6 4.5L9.5 18M17 18h6"/></g>`

const tick = (x: number, y: number) =>
  `<path fill="none" stroke="${colour.bright}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round" d="m${x} ${y} 12 12 24-26"/>`

const blank = (x: number, y: number, width: number) => box({ x, y, width, height: 38, radius: 10, fill: colour.pale })
const button = (x: number, y: number, width: number) =>
  box({ x, y, width, height: 64, radius: 18, fill: colour.ground }) +
  words(x + width / 2 - 50, y + 23, [100], { fill: colour.paper })

function home(): string {
  return [
    mark(96, 165, 300),
    card(480, 95, 600, 430),
    words(530, 150, [250], { fill: colour.ink, height: 30 }),
    words(530, 236, [150, 90, 180]),
    words(530, 292, [110]),
    blank(658, 282, 190),
    words(866, 292, [70]),
    words(530, 348, [60]),
    blank(608, 338, 250),
    words(876, 348, [120]),
    button(530, 424, 200),
  ].join('')
}

function library(): string {
  const cells = [0, 1, 2, 3, 4, 5].map((cell) => {
    const [x, y] = [420 + (cell % 3) * 234, 95 + Math.floor(cell / 3) * 226]
    const accent = [colour.bright, colour.pale, colour.star][cell % 3] ?? colour.bright
    return [
      box({ x: x + 10, y: y + 12, width: 210, height: 202, radius: 26, fill: colour.deep }),
      box({ x, y, width: 210, height: 202, radius: 26, fill: colour.paper }),
      box({ x: x + 26, y: y + 28, width: 48, height: 48, radius: 14, fill: accent }),
      words(x + 26, y + 100, [130], { fill: colour.ink, height: 20 }),
      words(x + 26, y + 138, [88, 50], { height: 14, gap: 10 }),
      words(x + 26, y + 164, [50, 70], { height: 14, gap: 10 }),
    ].join('')
  })
  return mark(96, 195, 250) + cells.join('')
}

function plan(x: number, y: number, height: number, isWhole: boolean): string {
  const lines = isWhole ? [0, 1, 2, 3] : [0, 1]
  return [
    card(x, y, 300, height),
    words(x + 36, y + 44, [120], { fill: colour.ink, height: 24 }),
    words(x + 36, y + 98, [isWhole ? 150 : 80], { fill: isWhole ? colour.bright : colour.pale, height: 44 }),
    ...lines.map(
      (line) =>
        tick(x + 38, y + 189 + line * 48) + words(x + 94, y + 180 + line * 48, [[130, 90, 150, 110][line] ?? 100]),
    ),
    isWhole ? button(x + 36, y + height - 100, 228) : '',
  ].join('')
}
const subscription = () => mark(96, 195, 250) + plan(440, 150, 330, false) + plan(790, 75, 480, true)

function news(): string {
  const column = (x: number) => [0, 1, 2, 3].map((line) => words(x, 352 + line * 36, [line === 3 ? 130 : 228])).join('')
  return [
    mark(96, 195, 250),
    card(450, 85, 620, 460),
    words(500, 135, [420], { fill: colour.ink, height: 34 }),
    words(500, 192, [270], { fill: colour.ink, height: 34 }),
    box({ x: 500, y: 258, width: 520, height: 8, radius: 4, fill: colour.bright }),
    words(500, 300, [90, 60, 120], { fill: colour.pale }),
    column(500),
    column(790),
  ].join('')
}

function bubble({ x, y, width, fill }: Pick<Box, 'x' | 'y' | 'width' | 'fill'>, side: 'left' | 'right'): string {
  const tail = side === 'left' ? `M${x + 40} ${y + 130}v54l62-54z` : `M${x + width - 40} ${y + 130}v54l-62-54z`
  return `${box({ x, y, width, height: 140, radius: 40, fill })}<path fill="${fill}" d="${tail}"/>`
}

function forum(): string {
  return [
    mark(96, 195, 250),
    bubble({ x: 430, y: 80, width: 480, fill: colour.paper }, 'left'),
    words(476, 122, [180, 110]),
    words(476, 166, [90, 140, 60]),
    bubble({ x: 600, y: 258, width: 480, fill: colour.pale }, 'right'),
    words(646, 300, [120, 200], { fill: colour.ground }),
    words(646, 344, [220, 70], { fill: colour.ground }),
    bubble({ x: 430, y: 426, width: 400, fill: colour.paper }, 'left'),
    words(476, 468, [140, 90]),
    words(476, 512, [70, 170]),
  ].join('')
}

const site = () => mark(420, 145, 360)

const drawings = { home, library, subscription, news, forum, site }

const picture = (drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    ${box({ x: 0, y: 0, ...size, fill: colour.ground })}
    ${dot(1120, 40, 260, colour.deep)}${dot(60, 640, 220, colour.deep)}${drawing}</svg>`

async function renderAll() {
  mkdirSync(folder, { recursive: true })
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: size })
  for (const [name, render] of Object.entries(drawings)) {
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${picture(render())}`)
    const file = join(folder, `${name}.png`)
    writeFileSync(file, await page.screenshot({ type: 'png' }))
    const { size: bytes } = statSync(file)
    if (bytes > maxBytes) throw new Error(`${file} has ${bytes} bytes, more than ${maxBytes}.`)
    console.log(`${name}.png: ${bytes} bytes`)
  }
  await browser.close()
}

await renderAll()
