import { inLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** Drawn by scripts/icons.ts from favicon.svg. Only the server renders them: no browser looks for them a second time. */
export const DocumentIcons = ({ locale }: { locale: Locale }) => (
  <>
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href={inLocale('/manifest.webmanifest', locale)} />
  </>
)
