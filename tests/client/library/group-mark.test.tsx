import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { functionalGroups, groupSlugs, hueOf, otherMark } from '#shared/library/groups.ts'
import { GroupMark } from '../../../client/ui/group-mark.tsx'

const marks = [...groupSlugs.map((slug) => [slug, functionalGroups[slug].mark] as const), ['other', otherMark] as const]

describe('the mark of a functional group', () => {
  test.each([
    ['engineering', 'engineering', 'engineering'],
    ['astronomy', 'other', hueOf('astronomy')],
  ])('is the symbol of its slug in its hue: %s', (slug, symbol, hue) => {
    const { container } = render(<GroupMark slug={slug} />)
    const svg = container.querySelector('svg')
    expect([svg?.getAttribute('aria-hidden'), svg?.dataset.group]).toEqual(['true', hue])
    expect(svg?.querySelector('use')?.getAttribute('href')).toMatch(new RegExp(`group-marks.*#${symbol}$`))
  })

  test('is in the file of symbols as in the table', () => {
    const symbols = marks.map(([id, path]) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>\n`)
    const file = readFileSync('client/ui/group-marks.svg', 'utf8')
    expect(file).toBe(`<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('')}</svg>\n`)
  })

  test('has only absolute commands within its grid', () => {
    for (const [, path] of marks) {
      expect(path).toMatch(/^[MLHVQZ\d. ]+$/)
      for (const [number] of path.matchAll(/[\d.]+/g)) expect(Number(number)).toBeLessThanOrEqual(22)
    }
    expect(new Set(marks.map(([, path]) => path)).size).toBe(marks.length)
  })
})

describe('the hue of a functional group', () => {
  test('is in the tokens as in the table', () => {
    const styles = readFileSync('client/app/tokens.css', 'utf8')
    for (const slug of groupSlugs) {
      const { light, dark } = functionalGroups[slug]
      expect(styles).toContain(`[data-group='${slug}'] {\n  --hue: light-dark(${light}, ${dark});\n}`)
    }
  })

  test('is one of the eight for a group that an admin has added, always the same', () => {
    const slugs = ['astronomy', 'ciencia', 'sports', 'música', 'law', 'design', 'a', '']
    expect(slugs.map(hueOf)).toEqual(slugs.map(hueOf))
    expect(slugs.every((slug) => groupSlugs.includes(hueOf(slug)))).toBe(true)
    expect(new Set(slugs.map(hueOf)).size).toBeGreaterThan(3)
  })
})
