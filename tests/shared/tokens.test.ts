import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrastOf, themes } from '#shared/site/brand-colors.ts'

const styles = readFileSync('client/app/tokens.css', 'utf8')
const valueIn = (light: string, dark: string) => ({ light, dark })
const colors = Object.fromEntries(
  Array.from(styles.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g), ([, name, light, dark]) => [
    name,
    valueIn(light ?? '', dark ?? ''),
  ]),
)
const hues = Object.fromEntries(
  Array.from(styles.matchAll(/data-group='([\w-]+)'\] \{\s+--hue: light-dark\((#\w{6}), (#\w{6})\)/g), (found) => [
    `hue of ${found[1]}`,
    valueIn(found[2] ?? '', found[3] ?? ''),
  ]),
)

const pages = ['ground', 'surface', 'raised']
const text = 4.5 // WCAG 2.2, criterion 1.4.3 (AA)
const parts = 3 // criterion 1.4.11: borders of controls and blanks
const pairs: [foreground: string, backgrounds: string[], least: number][] = [
  ['text', [...pages, 'brand-soft', 'warning'], text],
  ['muted', [...pages, 'brand-soft', 'warning'], text],
  ['brand', [...pages, 'brand-soft'], text],
  ['good', pages, text],
  ['danger', pages, text],
  ['star', pages, parts],
  ['blank-text', ['blank'], text],
  ['blank-edge', pages, parts],
  ['field', pages, parts],
  ...Object.keys(hues).map((hue): [string, string[], number] => [hue, pages, text]),
]
const decorative = ['line']
const onWhite = ['brand-strong', 'brand-hover']

describe('color tokens', () => {
  test.each(pairs)('%s is readable on %j in both themes', (foreground, backgrounds, least) => {
    const all = { ...colors, ...hues }
    const low = themes.flatMap((theme) =>
      backgrounds.flatMap((background) => {
        const contrast = contrastOf(all[foreground]?.[theme] ?? '', all[background]?.[theme] ?? '')
        return contrast >= least ? [] : [`${theme} ${background} ${contrast.toFixed(2)}`]
      }),
    )
    expect(low).toEqual([])
  })

  test('carry white text where they are the color of a button', () => {
    for (const name of onWhite)
      for (const theme of themes)
        expect(contrastOf('#ffffff', colors[name]?.[theme] ?? '')).toBeGreaterThanOrEqual(text)
  })

  test('are all checked, and there is a hue for each of the eight groups', () => {
    const checked = new Set([...pairs.flatMap(([foreground, on]) => [foreground, ...on]), ...onWhite, ...decorative])
    expect(Object.keys(colors).filter((name) => !checked.has(name))).toEqual([])
    expect(Object.keys(hues)).toHaveLength(8)
  })
})
