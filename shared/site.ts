export type Site = {
  name: string
  url: string
  company: { name: string; address: string; email: string }
  social_links: { name: string; url: string }[]
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
