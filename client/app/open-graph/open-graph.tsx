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
  [paths.pipeline(''), 'pipeline'],
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
  site: Pick<Site, 'name' | 'url' | 'card'>
  isFound: boolean
  image: PageImage | null
}

const typeOf = (path: string) => `image/${/\.(\w+)(?:\?|$)/.exec(path)?.[1]?.replace('jpg', 'jpeg')}`

/** Share image of a page. The server renders it with the title and the blanks of the page. */
export function OpenGraphImage({ pathname, site, isFound, image }: OpenGraphImageProps) {
  const t = useTranslate()
  const locale = useLocale()
  const start = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  const kind = isFound && items.find(([path]) => path === start)?.[1]
  const card = { alt: t('card', { site: site.name }), ...cardSize }
  const uploaded = site.card && { ...site.card, alt: site.name }
  const rendered = kind
    ? { path: cardPaths.item(kind, pathname.slice(start.length), locale), ...card }
    : (uploaded ?? { path: cardPaths.section(nameOf(pathname), locale), ...card })
  const shown = image ?? rendered
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
