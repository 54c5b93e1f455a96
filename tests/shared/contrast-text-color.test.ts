import { describe, expect, test } from 'vitest'
import { contrastRatio, contrastTextColor } from '../../client/ui/avatar.tsx'

describe('the contrast of two colors', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#4c2fa2', '#4C2FA2', 1],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is %d, by the formula of WCAG', (one, other, expected) => {
    expect(contrastRatio(one, other)).toBeCloseTo(expected, 2)
  })
})

describe("text on a person's color", () => {
  test.each(['#4c2fa2', '#000000', '#0000ff', '#b3261e'])('is white on %s', (ground) => {
    expect(contrastTextColor(ground)).toBe('#ffffff')
  })

  test.each(['#ffffff', '#fbbf24', '#00ff00', '#b9a4ff'])('is nearly black on %s', (ground) => {
    expect(contrastTextColor(ground)).toBe('#050308')
  })

  test('has a contrast of at least 4.5 on every color', () => {
    const parts = Array.from({ length: 18 }, (_part, at) => (at * 15).toString(16).padStart(2, '0'))
    const grounds = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))
    const worst = Math.min(...grounds.map((ground) => contrastRatio(ground, contrastTextColor(ground))))
    expect(worst).toBeGreaterThan(4.5)
  })
})
