import type { ReactNode } from 'react'
import type { Locale } from '#shared/locale.ts'
import { LoadErrorNote } from './load-error.tsx'
import { LocaleProvider } from './i18n.tsx'
import { RecoverablePart } from './static-copy.tsx'

/** Outermost error boundary. It replaces the page by its text and links, and uses no other component. */
export function SiteRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  const note = (
    <LocaleProvider value={locale}>
      <LoadErrorNote />
    </LocaleProvider>
  )
  return (
    <RecoverablePart id="site" note={note}>
      {children}
    </RecoverablePart>
  )
}
