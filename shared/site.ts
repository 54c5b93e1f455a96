export type Site = {
  name: string
  url: string
  company: { name: string; address: string; email: string }
  social_links: { name: string; url: string }[]
  live_feed: boolean
  google_client_id: string | null
  /** Pages say so. */
  has_payment_sandbox: boolean
}
