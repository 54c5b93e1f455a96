import { parse } from 'node:path'
import { neutralColors } from '#shared/site/brand-colors.ts'
import { inLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { translate } from '../translate.ts'

/** Query of icon URLs, which changes with the site's look, so that browsers load the new icons. */
const versionOf = (styles: SiteLook) => (styles ? `?v=${parse(styles.path).name}` : '')

const icon = (purpose: 'any' | 'maskable', size: number, version: string) => ({
  src: `/icon${purpose === 'any' ? '' : '-maskable'}-${size}.png${version}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

type SiteLook = { path: string } | null
export type ManifestSite = { site: Pick<Site, 'name'>; styles: SiteLook }

export function webManifest({ site: { name }, styles }: ManifestSite, locale: Locale) {
  const { light, dark } = neutralColors.ground
  const version = versionOf(styles)
  const shortcut = (key: 'library' | 'news' | 'forum', path: string) => ({
    name: translate(locale, `manifest.${key}`),
    url: inLocale(path, locale),
  })
  return {
    id: '/',
    name,
    short_name: name.length <= 12 ? name : (name.split(' ')[0] ?? name).slice(0, 12),
    description: translate(locale, 'manifest.description'),
    lang: locale,
    dir: 'ltr',
    start_url: inLocale('/', locale),
    scope: '/',
    display: 'minimal-ui',
    theme_color: light,
    background_color: light,
    color_scheme_dark: { theme_color: dark, background_color: dark },
    icons: [
      { src: `/favicon.svg${version}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...[192, 512].flatMap((size) => [icon('any', size, version), icon('maskable', size, version)]),
    ],
    categories: ['productivity', 'education'],
    shortcuts: [shortcut('library', paths.library), shortcut('news', paths.blog), shortcut('forum', paths.forum)],
  }
}
