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

type OpenGraphImageProps = { pathname: string; url: string; images: Record<string, string> }

/** What shows beside a link to the page: drawn by scripts/og-images.ts, without words, as the name of a site may be any. */
export function OpenGraphImage({ pathname, url, images }: OpenGraphImageProps) {
  const t = useTranslate()
  const name = nameOf(pathname)
  const address = images[name]
  if (!address) return null
  return (
    <>
      <meta property="og:image" content={url + address} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t(`alt.${name}`)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
