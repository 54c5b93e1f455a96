import { inLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import { translate } from '../messages.ts'

/** The page's ground in both themes, as client/app/document.tsx says it. */
const ground = { light: '#fbfaff', dark: '#14111d' }

const icon = (purpose: 'any' | 'maskable', size: number) => ({
  src: `/icon${purpose === 'any' ? '' : '-maskable'}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** How a browser shows the site that somebody keeps among their programs. */
export function webManifest({ name }: Pick<Site, 'name'>, locale: Locale) {
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
    theme_color: ground.light,
    background_color: ground.light,
    color_scheme_dark: { theme_color: ground.dark, background_color: ground.dark },
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...[192, 512].flatMap((size) => [icon('any', size), icon('maskable', size)]),
    ],
    categories: ['productivity', 'education'],
    shortcuts: [shortcut('library', paths.library), shortcut('news', paths.blog), shortcut('forum', paths.forum)],
  }
}
