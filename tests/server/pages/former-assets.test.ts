import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyFormerAssets } from '../../../scripts/former-assets.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'build-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes the files of a Vite build: an entry, a page with its styles, and a font. */
function build(name: string, hash: string): string {
  const client = join(folder, name)
  for (const part of ['.vite', 'assets']) mkdirSync(join(client, part), { recursive: true })
  const manifest = {
    'client/start/entry-browser.tsx': { file: `assets/entry-${hash}.js`, css: [`assets/entry-${hash}.css`] },
    'client/page.tsx': { file: `assets/page-${hash}.js`, assets: ['assets/font.woff2'] },
  }
  writeFileSync(join(client, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const file of [`entry-${hash}.js`, `entry-${hash}.js.br`, `entry-${hash}.css`, `page-${hash}.js`, 'font.woff2'])
    writeFileSync(join(client, 'assets', file), `${file} of ${name}`)
  return client
}
const assetsOf = (client: string) => readdirSync(join(client, 'assets')).toSorted()
const filesOf = (hash: string) => [`entry-${hash}.css`, `entry-${hash}.js`, `entry-${hash}.js.br`, `page-${hash}.js`]

describe('a build', () => {
  test('keeps the assets of the former build, for pages that are still open', () => {
    const [one, two] = [build('1', 'a'), build('2', 'b')]
    copyFormerAssets(one, two)
    expect(assetsOf(two)).toEqual([...filesOf('a'), ...filesOf('b'), 'font.woff2'].toSorted())
  })

  test('keeps the assets of the last former build only', () => {
    const [one, two, three] = [build('1', 'a'), build('2', 'b'), build('3', 'c')]
    copyFormerAssets(one, two)
    copyFormerAssets(two, three)
    expect(assetsOf(three)).toEqual([...filesOf('b'), ...filesOf('c'), 'font.woff2'].toSorted())
  })

  test('with the content of the former build keeps the assets that the former build kept', () => {
    const [one, two, again] = [build('1', 'a'), build('2', 'b'), build('3', 'b')]
    copyFormerAssets(one, two)
    copyFormerAssets(two, again)
    expect(assetsOf(again)).toEqual(assetsOf(two))
  })

  test('without a former build keeps only its own assets', () => {
    const one = build('1', 'a')
    copyFormerAssets(join(folder, 'none'), one)
    expect(assetsOf(one)).toEqual([...filesOf('a'), 'font.woff2'].toSorted())
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
