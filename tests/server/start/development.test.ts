import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { get, openApp, renderer } from '../../support/app.ts'

await openApp()

const textsOf = (folder: string, patterns: string[]) =>
  globSync(patterns, { cwd: folder }).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

/** In two parts: a class that is written out anywhere in the project, as here, is in the styles of the site. */
const styleMark = ['contain', 'layout'].join('-')
/** What the sources of the page say and nothing else does. */
const marks = ['UI gallery', 'dev/ui', 'force-hover', styleMark]
const files = globSync('*', { cwd: 'client/dev' })

describe.runIf(renderer)('the page for developers', () => {
  test('is at no address of the real site', async () => {
    expect((await get('/dev/ui')).status).toBe(404)
  })

  test('leaves nothing in the files of the real site', () => {
    const built = textsOf('dist', ['**/*.{js,css}', 'client/.vite/manifest.json'])
    const kinds = new Set(built.map(({ file }) => file.split('.').at(-1)))
    expect(kinds).toEqual(new Set(['js', 'css', 'json']))
    for (const mark of [...marks, ...files])
      expect([mark, built.filter(({ text }) => text.includes(mark)).map(({ file }) => file)]).toEqual([mark, []])
  })

  test.each(marks)('is known by %s', (mark) => {
    expect(textsOf('client', ['routes.tsx', 'dev/*']).some(({ text }) => text.includes(mark))).toBe(true)
  })
})
