import type { LegalSlug } from './paths.ts'

export type Announcement = { id: number; link: string; text_en: string; text_es: string }

/** What leads to a page of the operator's; without a Spanish title, to its English text. */
export type SitePageLink = {
  slug: string
  titles: { en: string; es: string | null }
  in_footer: boolean
  in_navigation: boolean
}

export type Site = {
  name: string
  url: string
  company: { name: string; address: string; email: string }
  social_links: { name: string; url: string }[]
  /** In order. */
  pages: readonly SitePageLink[]
  /** Those with a text of the operator's. */
  legal_pages: readonly LegalSlug[]
  brand_color: string | null
  logo: string | null
  /** Beside links to pages that have nothing of their own to show. */
  card: { path: string; width: number; height: number } | null
  /** Since when the texts of these pages apply, as in 2025-10-08. */
  legal_dates: { terms: string; privacy: string }
  live_feed: boolean
  asks_confirmed_email: boolean
  adds_tax: boolean
  takes_codes: boolean
  google_client_id: string | null
  /** `sandbox`: nothing that is paid is real. */
  payments: 'on' | 'sandbox' | 'off'
}
