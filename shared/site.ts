export type Site = {
  name: string
  url: string
  company: { name: string; address: string; email: string }
  social_links: { name: string; url: string }[]
  live_feed: boolean
  google_client_id: string | null
  /** `sandbox`: nothing that is paid is real. */
  payments: 'on' | 'sandbox' | 'off'
}
