import { paths } from '#shared/paths.ts'
import { cardPaths, cardSize } from '#shared/site/cards.ts'
import type { CardKind, CardSection } from '#shared/site/cards.ts'
import type { Site } from '#shared/site/schema.ts'
import { defineMessages, useLocale } from '../i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./messages.en.ts'),
  es: () => import('./messages.es.ts'),
})

const sections = [
  ['library', paths.library],
  ['subscription', paths.subscription],
  ['news', paths.blog],
  ['forum', paths.forum],
] as const

const items: readonly [string, CardKind][] = [
  [paths.prompt(''), 'prompt'],
  [`${paths.blog}/`, 'post'],
  [`${paths.forum}/thread/`, 'thread'],
]

function nameOf(pathname: string): CardSection {
  if (pathname === paths.home) return 'home'
  const found = sections.find(([, path]) => pathname === path || pathname.startsWith(`${path}/`))
  return found ? found[0] : 'site'
}

export type PageImage = { path: string; alt: string; width: number; height: number }

type OpenGraphImageProps = {
  pathname: string
  site: Pick<Site, 'name' | 'url' | 'brand_color' | 'logo' | 'card'>
  isFound: boolean
  images: Record<string, string>
  image: PageImage | null
}

const typeOf = (path: string) => `image/${/\.(\w+)(?:\?|$)/.exec(path)?.[1]?.replace('jpg', 'jpeg')}`

/** Share image of a page. The server draws those of items; tests/pictures/og-images.ts has drawn the others. */
export function OpenGraphImage({ pathname, site, isFound, images, image }: OpenGraphImageProps) {
  const t = useTranslate()
  const locale = useLocale()
  const name = nameOf(pathname)
  const start = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  const kind = isFound && items.find(([path]) => path === start)?.[1]
  const hasLook = site.brand_color !== null || site.logo !== null
  const card = { alt: t('card', { site: site.name }), ...cardSize }
  const uploaded = site.card && { ...site.card, alt: site.name }
  const rendered = kind
    ? { path: cardPaths.item(kind, pathname.slice(start.length), locale), ...card }
    : hasLook && { path: cardPaths.section(name, locale), ...card }
  const defaultImage = images[name] && { path: images[name], alt: t(`alt.${name}`), ...cardSize }
  const shown = image ?? (kind ? rendered : (uploaded ?? (rendered || defaultImage)))
  if (!shown) return null
  return (
    <>
      <meta property="og:image" content={site.url + shown.path} />
      <meta property="og:image:type" content={typeOf(shown.path)} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      <meta property="og:image:alt" content={shown.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
