/** What the server tells every page about the site itself; `url` is its public base, without a slash at the end. */
export type Site = {
  name: string
  url: string
  company: { name: string; address: string; email: string }
  social_links: { name: string; url: string }[]
  live_feed: boolean
}
