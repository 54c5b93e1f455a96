import { inLocale } from '../locale.ts'
import type { Locale } from '../locale.ts'

export const cardKinds = ['prompt', 'pipeline', 'post', 'thread'] as const
export type CardKind = (typeof cardKinds)[number]
export const cardSections = ['home', 'library', 'subscription', 'news', 'forum', 'site'] as const
export type CardSection = (typeof cardSections)[number]

export const cardSize = { width: 1200, height: 630 } as const // pixels, as other sites expect

export const cardPaths = {
  item: (kind: CardKind, slug: string, locale: Locale) => inLocale(`/cards/${kind}/${slug}.png`, locale),
  section: (section: CardSection, locale: Locale) => inLocale(`/cards/${section}.png`, locale),
}
