import type { ReactNode } from 'react'
import type { Locale } from '#shared/locale.ts'
import type { Site } from '#shared/site/schema.ts'
import type { HydratedQuery } from '../../app/reset-queries.ts'
import type { PageOutcome } from '../app.tsx'
import { headScript } from './head-script.ts'

export type Assets = {
  entry: string
  styles: string[]
  fonts: string[]
  preloads: string[]
  ground?: [string, string]
}

export function Document({
  locale,
  assets,
  data,
  head,
  banner,
  children,
}: {
  locale: Locale
  assets: Assets
  data: string
  head?: ReactNode
  banner?: ReactNode
  children: ReactNode
}) {
  return (
    <html lang={locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={assets.ground?.[0] ?? '#fbfaff'} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={assets.ground?.[1] ?? '#14111d'} />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {head}
      </head>
      <body>
        {banner}
        {children}
        <script
          id="page-data"
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: data }}
        />
        <script type="module" src={assets.entry} />
      </body>
    </html>
  )
}

export type PageData = { site: Site; locale: Locale; outcome: PageOutcome; assets: Assets; queries: HydratedQuery[] }
