/** A line above every page; in each language that it has a text in. */
export type Announcement = { id: number; link: string; text_en: string; text_es: string }

export type Site = {
  name: string
  url: string
  company: { name: string; address: string; email: string }
  social_links: { name: string; url: string }[]
  /** None: the brand of this product. */
  brand_color: string | null
  /** Its path; none: the logo of this product. */
  logo: string | null
  /** Since when the texts of these pages apply, as in 2025-10-08. */
  legal_dates: { terms: string; privacy: string }
  live_feed: boolean
  /** The forum asks for a confirmed address before one posts. */
  asks_confirmed_email: boolean
  /** What the checkout does to prices. */
  adds_tax: boolean
  takes_codes: boolean
  google_client_id: string | null
  /** `sandbox`: nothing that is paid is real. */
  payments: 'on' | 'sandbox' | 'off'
}
