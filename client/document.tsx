import type { ReactNode } from 'react'
import type { Locale } from '#shared/locale.ts'

/** The files that a page needs, as the build named them. */
export type Assets = { entry: string; styles: string[]; preloads: string[] }

/** The whole document. What the scripts need to know travels as data: nothing inline is ever run. */
export function Document({
  locale,
  assets,
  data,
  children,
}: {
  locale: Locale
  assets: Assets
  data: string
  children: ReactNode
}) {
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
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
