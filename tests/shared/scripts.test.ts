import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { messageFoldersOf } from '../../client/start/prefetch.ts'

/** A script of the build: bytes, gzipped bytes, its modules, and the scripts that it imports. */
type Chunk = { file: string; bytes: number; gzip: number; modules: string[]; entry: string | null; brings: string[] }

const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Production build; the module `grown` has 20 KiB more of code. */
function build(name: string, grown = ''): Map<string, Chunk> {
  const to = join(folder, `${name}.json`)
  // A separate process, since Vitest's NODE_ENV would change the build.
  execFileSync(process.execPath, ['tests/support/rules/built-scripts.ts', to, grown], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const chunks = JSON.parse(readFileSync(to, 'utf8')) as Chunk[]
  return new Map(chunks.map((chunk) => [chunk.file, chunk]))
}

const found = (chunks: Map<string, Chunk>, files: string[], known = new Set<Chunk>()): Set<Chunk> => {
  for (const file of files) {
    const chunk = chunks.get(file)
    if (!chunk || known.has(chunk)) continue
    known.add(chunk)
    found(chunks, chunk.brings, known)
  }
  return known
}

/** Scripts that the first view of each page loads, in English. */
function firstViews(chunks: Map<string, Chunk>): Map<string, Chunk[]> {
  const all = [...chunks.values()]
  const main = all.filter(({ entry }) => entry === 'client/start/entry-browser.tsx')
  const pages = all.filter(({ entry }) => entry?.endsWith('-page.tsx'))
  return new Map(
    pages.map((page) => [
      page.entry ?? '',
      [
        ...found(
          chunks,
          [...main, page].map(({ file }) => file),
        ),
      ],
    ]),
  )
}

const sum = (chunks: Chunk[], size: 'bytes' | 'gzip') => chunks.reduce((total, chunk) => total + chunk[size], 0)
const featureOf = (module: string) =>
  /^client\/([^/]+)\//.exec(module)?.[1]?.replace(/^(?:saved|search|collections|pipelines)$/, 'library')
/** Folders that every page may use. */
const common = new Set(['start', 'app', 'ui', 'layout', 'dialogs', 'feed', undefined])

const views = firstViews(build('as-it-is'))
/** Pages for members or moderators only. */
const isPrivate = (page: string) =>
  ['profile', 'admin'].includes(featureOf(page) ?? '') || page.endsWith('/moderation-page.tsx')
const publicViews = [...views].filter(([page]) => !isPrivate(page))

describe('the scripts of a public page', () => {
  test('are at most 114 KiB', () => {
    const sums = publicViews.map(([page, view]) => [page, sum(view, 'gzip') / 1024] as const)
    expect(sums.length).toBeGreaterThan(15)
    expect(sums.filter(([, size]) => size > 114)).toEqual([])
    expect(Math.min(...sums.map(([, size]) => size))).toBeGreaterThan(80)
  })

  test('are at most 8 files, 9 of pipelines, which makes 12 requests with page, styles and two fonts', () => {
    const more = publicViews.filter(([page, view]) => view.length > (page.startsWith('client/pipelines/') ? 9 : 8))
    expect(more.map(([page, view]) => [page, view.length])).toEqual([])
  })

  test('and its messages are loaded at once when a link opens the page', () => {
    for (const [page, view] of publicViews) {
      const folders = view
        .flatMap(({ modules }) => modules.map((module) => /^client\/(.+)\/messages\.en\.ts$/.exec(module)?.[1]))
        .filter((name) => name !== undefined && name !== 'app')
      const loaded = messageFoldersOf(page.replace('client/', '../'))
      expect([page, folders.filter((name) => !loaded.includes(name ?? ''))]).toEqual([page, []])
    }
  })

  test('contain no module of another feature, and no zod', () => {
    for (const [page, view] of publicViews) {
      const modules = view.flatMap((chunk) => chunk.modules)
      expect(modules).toContain(page)
      const allowed = new Set([...common, featureOf(page)])
      const foreign = modules.filter(
        (module) => !allowed.has(featureOf(module)) || module.includes('node_modules/zod/'),
      )
      expect([page, foreign]).toEqual([page, []])
    }
  })
})

describe('the scripts of a page', () => {
  test('do not grow with another feature', () => {
    const grown = firstViews(build('grown', 'client/subscription/plan-card.tsx'))
    const growth = [...views].map(([page, view]) => [page, sum(grown.get(page) ?? [], 'bytes') - sum(view, 'bytes')])
    expect(growth.filter(([, bytes]) => bytes !== 0)).toEqual([
      ['client/subscription/subscription-page.tsx', expect.closeTo(20_500, -3)],
    ])
  })
})
