/** What the server tells every page about the site itself; `url` is its public base, without a slash at the end. */
export type Site = {
  name: string
  url: string
  company: { name: string; address: string; email: string }
  social_links: { name: string; url: string }[]
  live_feed: boolean
  /** Whom Google signs people in for; null: there is no such button. */
  google_client_id: string | null
}
