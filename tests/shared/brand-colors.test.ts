import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  brandBackgroundsOf,
  brandColorsOf,
  brandStyles,
  contrastOf,
  contrastWithWhite,
  darkenForWhiteText,
  minContrast,
  neutralColors,
  themes,
  backgroundsOfWhite,
} from '#shared/site/brand-colors.ts'
import type { BrandColors } from '#shared/site/brand-colors.ts'

function unreadablePairs(colors: BrandColors): string[] {
  const { text, muted } = neutralColors
  return themes.flatMap((theme) => [
    ...brandBackgroundsOf(colors)
      .filter((ground) => contrastOf(colors.brand[theme], ground[theme]) < minContrast)
      .map((ground) => `${theme} brand ${ground[theme]}`),
    ...[text, muted]
      .filter((ink) => contrastOf(ink[theme], colors['brand-soft'][theme]) < minContrast)
      .map((ink) => `${theme} ${ink[theme]} brand-soft`),
    ...backgroundsOfWhite
      .filter((token) => contrastOf('#ffffff', colors[token][theme]) < minContrast)
      .map((token) => `${theme} white ${token}`),
  ])
}

describe('the colors of a brand', () => {
  test('equal those of the stylesheet for the default color', () => {
    const styles = readFileSync('client/app/tokens.css', 'utf8').replaceAll(', ', ',')
    for (const line of brandStyles('#4c2fa2').slice(6, -1).split(';'))
      expect(styles).toContain(`${line.replace(':', ': ')};`)
    for (const [token, { light, dark }] of Object.entries(neutralColors))
      expect(styles).toContain(`--color-${token}: light-dark(${light},${dark});`)
  })

  test('have a darker variant of every light color, even white', () => {
    expect(['#ffffff', '#ffd400'].map(darkenForWhiteText)).toEqual(['#757575', '#8c7400'])
  })

  test('are readable in both themes, for every color with readable white text', () => {
    for (let red = 0; red < 256; red += 51)
      for (let green = 0; green < 256; green += 51)
        for (let blue = 0; blue < 256; blue += 51) {
          const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
          const chosen = contrastWithWhite(color) >= 4.5 ? color : darkenForWhiteText(color)
          expect([chosen, unreadablePairs(brandColorsOf(chosen))]).toEqual([chosen, []])
          expect(brandColorsOf(chosen)['brand-strong'].light).toBe(chosen)
        }
  })
})
