import { paths } from '#shared/paths.ts'
import { defineMessages } from './i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./open-graph.messages.en.ts'),
  es: () => import('./open-graph.messages.es.ts'),
})

const sections = [
  ['library', paths.library],
  ['subscription', paths.subscription],
  ['news', paths.blog],
  ['forum', paths.forum],
] as const

function nameOf(pathname: string) {
  if (pathname === paths.home) return 'home'
  const found = sections.find(([, path]) => pathname === path || pathname.startsWith(`${path}/`))
  return found ? found[0] : 'site'
}

/** What a page shows instead, in a format that other sites show. */
export type PageImage = { path: string; alt: string; width: number; height: number }

type OpenGraphImageProps = {
  pathname: string
  url: string
  images: Record<string, string>
  image: PageImage | null
}

const typeOf = (path: string) => `image/${path.split('.').at(-1)?.replace('jpg', 'jpeg')}`

/** What shows beside a link to the page: drawn by scripts/og-images.ts, without words, as the name of a site may be any. */
export function OpenGraphImage({ pathname, url, images, image }: OpenGraphImageProps) {
  const t = useTranslate()
  const name = nameOf(pathname)
  const drawn = images[name] && { path: images[name], alt: t(`alt.${name}`), width: 1200, height: 630 }
  const shown = image ?? drawn
  if (!shown) return null
  return (
    <>
      <meta property="og:image" content={url + shown.path} />
      <meta property="og:image:type" content={typeOf(shown.path)} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      <meta property="og:image:alt" content={shown.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
