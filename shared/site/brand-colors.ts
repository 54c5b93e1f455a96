type Lch = { l: number; c: number; h: number }
export type Theme = 'light' | 'dark'
export type ColorToken = keyof typeof defaults
export type BrandColors = Record<ColorToken, Record<Theme, string>>

export const defaultBrandColor = '#4c2fa2'

/** Copies of the tokens in client/app/tokens.css. The colors of another brand color are computed from these. */
const defaults = {
  brand: { light: '#4c2fa2', dark: '#b9a4ff' },
  'brand-strong': { light: '#4c2fa2', dark: '#7455dc' },
  'brand-hover': { light: '#3c2486', dark: '#6547cf' },
  'brand-soft': { light: '#efebfa', dark: '#2a2342' },
}
/** Tokens that are the same for every brand color. */
export const neutralColors = {
  ground: { light: '#fbfbf9', dark: '#11100f' },
  surface: { light: '#ffffff', dark: '#1a1917' },
  raised: { light: '#ffffff', dark: '#25231f' },
  line: { light: '#e5e2db', dark: '#35312b' },
  text: { light: '#1a1815', dark: '#f4f1ea' },
  muted: { light: '#615c54', dark: '#b4ada1' },
}
export const themes: readonly Theme[] = ['light', 'dark']
export const tokens = Object.keys(defaults) as ColorToken[]

export const minContrast = 4.5 // WCAG 2, level AA, for text
const white = '#ffffff'
const grounds = [neutralColors.ground, neutralColors.surface, neutralColors.raised]
/** Colors that text in the brand color is read on. */
export const brandBackgroundsOf = (colors: BrandColors) => [...grounds, colors['brand-soft']]
export const backgroundsOfWhite: readonly ColorToken[] = ['brand-strong', 'brand-hover']

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toGamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

function linearOf(colour: string): [number, number, number] {
  const part = (start: number) => toLinear(Number.parseInt(colour.slice(start, start + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

function luminance(colour: string): number {
  const [red, green, blue] = linearOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
}

export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return Math.max(a, b) / Math.min(a, b)
}

function lchOf(colour: string): Lch {
  const [red, green, blue] = linearOf(colour)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: (Math.atan2(b, a) * 180) / Math.PI,
  }
}

function linearOfLch({ l, c, h }: Lch): number[] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isInGamut = (parts: number[]) => parts.every((part) => part >= -0.0005 && part <= 1.0005)
const byteOf = (part: number) => Math.round(255 * toGamma(Math.min(1, Math.max(0, part))))

/** Colour as `#rrggbb`. Outside sRGB, the chroma is reduced and the lightness kept. */
function hexOf(lch: Lch): string {
  let parts = linearOfLch(lch)
  for (let [low, high, step] = [0, lch.c, 0]; step < 24 && !(step === 0 && isInGamut(parts)); step++) {
    const c = (low + high) / 2
    if (isInGamut(linearOfLch({ ...lch, c }))) low = c
    else high = c
    parts = linearOfLch({ ...lch, c: low })
  }
  return `#${parts.map((part) => byteOf(part).toString(16).padStart(2, '0')).join('')}`
}

const lightest = 0.98
const step = 0.004

/** Darkens or lightens the colour until it has enough contrast with all colours in `on`. */
function withContrast(lch: Lch, on: readonly string[], direction: 1 | -1): string {
  const start = direction === -1 ? Math.min(lch.l, lightest - step) : lch.l
  for (let l = start; l > 0 && l < lightest; l += direction * step) {
    const colour = hexOf({ ...lch, l })
    if (on.every((ground) => contrastOf(colour, ground) >= minContrast)) return colour
  }
  return direction === 1 ? white : '#000000'
}

/** Tokens of both themes with hue and chroma of `brand`. Buttons use `brand` unchanged. */
export function brandColorsOf(brand: string): BrandColors {
  const [from, to] = [lchOf(defaultBrandColor), lchOf(brand)]
  const strength = Math.min(to.c / from.c, 1.2)
  const shifted = (colour: string): Lch => {
    const { l, c, h } = lchOf(colour)
    return { l, c: c * strength, h: h + to.h - from.h }
  }
  const made: BrandColors = structuredClone(defaults)
  if (brand.toLowerCase() === defaultBrandColor) return made
  for (const token of tokens) for (const theme of themes) made[token][theme] = hexOf(shifted(defaults[token][theme]))
  const isNear = to.l - from.l
  const hover = lchOf(defaults['brand-hover'].light)
  made['brand-strong'].light = brand.toLowerCase()
  made['brand-hover'].light = hexOf({ ...shifted(defaults['brand-hover'].light), l: Math.max(hover.l + isNear, 0.12) })
  for (const token of backgroundsOfWhite) made[token].dark = withContrast(shifted(defaults[token].dark), [white], -1)
  for (const theme of themes)
    made.brand[theme] = withContrast(
      theme === 'light' ? to : shifted(defaults.brand.dark),
      brandBackgroundsOf(made).map((ground) => ground[theme]),
      theme === 'light' ? -1 : 1,
    )
  return made
}

export const darkenForWhiteText = (brand: string) => withContrast(lchOf(brand), [white], -1)
export const contrastWithWhite = (brand: string) => contrastOf(white, brand)

export function brandStyles(brand: string): string {
  const colors = brandColorsOf(brand)
  const lines = tokens.map((token) => `--color-${token}:light-dark(${colors[token].light},${colors[token].dark})`)
  return `:root{${lines.join(';')}}`
}
