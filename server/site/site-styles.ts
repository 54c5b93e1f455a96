import { createHash } from 'node:crypto'
import { brandStyles, defaultBrandColor } from '#shared/site/brand-colors.ts'
import type { Picture } from '#shared/blog/media.ts'
import type { SiteSettings } from '#shared/site/settings.ts'

/** Styles of the site's look. */
export type SiteStyles = { path: string; css: string }

const isDarkTheme = (selector: string, rules: string) =>
  `@media (prefers-color-scheme:dark){:root:not([data-theme=light]) ${selector}{${rules}}}:root[data-theme=dark] ${selector}{${rules}}`

function logoStyles({ url, width, height }: Picture, dark: Picture | null): string {
  const room = `width:auto;max-width:9rem;aspect-ratio:${width}/${height};background:url(${url}) center/contain no-repeat`
  const twin = dark ? isDarkTheme('.site-logo', `background-image:url(${dark.url})`) : ''
  return `.site-logo{${room}}.site-logo>*{display:none}${twin}`
}

/** Returns null if an admin has set neither a colour nor a logo. */
export function siteStylesOf({ brand_color, logo, logo_dark }: SiteSettings): SiteStyles | null {
  const isCustomColor = brand_color !== null && brand_color.toLowerCase() !== defaultBrandColor
  const css = [isCustomColor ? brandStyles(brand_color) : '', logo ? logoStyles(logo, logo_dark) : ''].join('')
  if (css === '') return null
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 16)
  return { path: `/styles/${hash}.css`, css }
}
