import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingNames } from '#server/settings/settings.ts'
import { Stripe } from '#server/subscription/stripe.ts'
import { webhookEvents } from '#server/subscription/webhook-events.ts'
import { architecturePicture } from '../../scripts/architecture-picture.ts'
import { root } from '../bench/paths.ts'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const withoutCode = (text: string) => text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '``')

/** Anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const headingsIn = (path: string) =>
  Array.from(read(path).matchAll(/^(#+) (.+)$/gm), ([, level = '', text = '']) => ({ level: level.length, text }))

/** Links and pictures without a target. */
function brokenLinks(document: string): string[] {
  const links = Array.from(withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path ? normalize(join(dirname(document), path)) : document
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !headingsIn(target).some(({ text }) => anchorOf(text) === anchor)
  })
}

const rooms = /^(client|server|shared|scripts|tests|prisma|docs)\/[\w./*{},-]+$/
/** Generated files, which are not committed. */
const made = /^server\/generated/

const brokenPaths = (document: string) =>
  Array.from(read(document).matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
    .filter((code) => rooms.test(code) && !made.test(code))
    .filter((path) => globSync(path.replace(/\/$/, ''), { cwd: root }).length === 0)

const commandsIn = (document: string) =>
  Array.from(read(document).matchAll(/npm run (?:-s )?([a-z]+)/g), ([, name = '']) => name)

describe('the documents', () => {
  test.each(documents)('%s has working links, paths and commands', (document) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect({
      links: brokenLinks(document),
      paths: brokenPaths(document),
      commands: commandsIn(document).filter((name) => !(name in scripts)),
    }).toEqual({ links: [], paths: [], commands: [] })
  })

  test('list each section of operations.md at its top', () => {
    const sections = headingsIn('docs/operations.md').flatMap(({ level, text }) => (level === 2 ? [text] : []))
    const listed = Array.from(read('docs/operations.md').matchAll(/^- \[(.+)\]\(#.+\)$/gm), ([, text]) => text)
    expect(listed).toEqual(sections)
  })

  test('list every setting in operations.md, at most 40', () => {
    const [, section = ''] = read('docs/operations.md').split(/^## (?=Settings$)/m)
    const [table = ''] = section.split(/^## /m)
    const rows = Array.from(table.matchAll(/^\|([^|]+)\|/gm), ([, cell = '']) => cell)
    const listed = rows.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z_]+)`/g), ([, name = '']) => name))
    expect(listed.toSorted()).toEqual(settingNames.toSorted())
    expect(settingNames.length).toBeLessThanOrEqual(40)
  })

  test('contain the API version and all events for creating a webhook endpoint by hand', () => {
    const [, text = ''] = read('docs/operations.md').split('4. **The webhook endpoint.**')
    const [before = '', list = ''] = text.split('```')
    expect(before).toContain(`API version \`${Stripe.API_VERSION}\``)
    expect(list.trim().split(/\s+/).toSorted()).toEqual(webhookEvents.toSorted())
  })

  test('contain the architecture picture that the script draws at present', () => {
    expect(read('docs/pictures/architecture.svg')).toBe(architecturePicture())
  })

  test('begin the changelog with the version of the release', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(headingsIn('CHANGELOG.md')[1]?.text).toMatch(new RegExp(`^(Unreleased|${version}\\b)`))
  })
})
