import type { ReactNode } from 'react'
import type { Locale } from '#shared/locale.ts'
import type { Site } from '#shared/site/schema.ts'
import type { HydratedQuery } from '../../app/reset-queries.ts'
import { themeScript } from '../../app/theme.ts'
import type { PageOutcome } from '../app.tsx'
import { earlyClicksScript } from './early-clicks.ts'

declare global {
  /** Restores the server's markup before hydration. With other markup React discards the page (error 418). */
  var undoForeignChanges: (() => void) | undefined
}

/** Head script that records changes between parsing and hydration. Only extensions and translators make any. */
const foreignChangesScript = `document.addEventListener('readystatechange',()=>{let b=document.body,r=[],o=new MutationObserver(c=>r.push(...c));o.observe(b,{childList:true,subtree:true,characterData:true,characterDataOldValue:true});self.undoForeignChanges=()=>{r.push(...o.takeRecords());o.disconnect();for(let{type:y,target:t,addedNodes:a,removedNodes:d,nextSibling:n,oldValue:v}of r.reverse())if(t!==b){if(y==='characterData')t.data=v;for(let e of a)t.removeChild(e);for(let e of d)t.insertBefore(e,n)}}},{once:true})`

/** Inline script that the CSP allows by its hash. It is rendered by the server, since it runs once. */
export const headScript = import.meta.env.SSR ? themeScript + foreignChangesScript + ';' + earlyClicksScript : ''

export type Assets = {
  entry: string
  styles: string[]
  fonts: string[]
  preloads: string[]
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
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfbf9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11100f" />
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
