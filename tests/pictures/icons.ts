import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../support/browser/browser.ts'

const folder = new URL('../../client/public/', import.meta.url)
const logo = readFileSync(new URL('favicon.svg', folder), 'utf8')
const ground = '#fbfbf9'
const maxBytes = 30_000

/** `share`: part of the width that the logo takes. A mask may cut all but the inner 80 %. */
type Icon = { name: string; size: number; share: number; isOpaque: boolean }
const icons: Icon[] = [
  ...[192, 512].flatMap((size) => [
    { name: `icon-${size}.png`, size, share: 1, isOpaque: false },
    { name: `icon-maskable-${size}.png`, size, share: 0.56, isOpaque: true },
  ]),
  { name: 'apple-touch-icon.png', size: 180, share: 0.64, isOpaque: true },
]

/** An .ico with PNG images: header, entries of 16 bytes, images. */
function icoOf(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let from = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(from, entry + 12)
    from += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

function write(name: string, bytes: Buffer) {
  const file = fileURLToPath(new URL(name, folder))
  writeFileSync(file, bytes)
  const { size } = statSync(file)
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than ${maxBytes}.`)
  console.log(`${name}: ${size} bytes`)
}

async function renderAll() {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  const render = async ({ size, share, isOpaque }: Omit<Icon, 'name'>) => {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body { margin: 0; ${isOpaque ? `background: ${ground};` : ''} display: grid; place-items: center; height: 100vh } svg { width: ${share * 100}vw }</style>${logo}`,
    )
    return page.screenshot({ type: 'png', omitBackground: !isOpaque })
  }
  for (const { name, ...icon } of icons) write(name, await render(icon))
  const sizes = [16, 32, 48]
  const pictures = []
  for (const size of sizes) pictures.push({ size, png: await render({ size, share: 1, isOpaque: false }) })
  write('favicon.ico', icoOf(pictures))
  await browser.close()
}

await renderAll()
