import type { LegalSlug } from './paths.ts'

export type Announcement = { id: number; link: string; text_en: string; text_es: string }

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
  pages: readonly SitePageLink[]
  legal_pages: readonly LegalSlug[] // legal pages with a text by the operator
  brand_color: string | null
  logo: string | null
  card: { path: string; width: number; height: number } | null // share image of pages that have none
  legal_dates: { terms: string; privacy: string } // days from which the texts apply, such as 2025-10-08
  live_feed: boolean
  asks_confirmed_email: boolean
  adds_tax: boolean
  takes_codes: boolean
  google_client_id: string | null
  payments: 'on' | 'sandbox' | 'off' // sandbox: no real payments
}
