import { inLocale } from '../locale.ts'
import type { Locale } from '../locale.ts'

/** What has a picture of its own to show beside a link. */
export const cardKinds = ['prompt', 'post', 'thread'] as const
export type CardKind = (typeof cardKinds)[number]
export const cardSections = ['home', 'library', 'subscription', 'news', 'forum', 'site'] as const
export type CardSection = (typeof cardSections)[number]

/** Pixels, as other sites show it. */
export const cardSize = { width: 1200, height: 630 } as const

export const cardPaths = {
  /** `slug` as it stands in addresses. */
  item: (kind: CardKind, slug: string, locale: Locale) => inLocale(`/cards/${kind}/${slug}.png`, locale),
  section: (section: CardSection, locale: Locale) => inLocale(`/cards/${section}.png`, locale),
}
