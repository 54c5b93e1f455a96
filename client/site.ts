import { createContext, use } from 'react'

/** What the server tells every page about the site itself; `url` is its public base, without a slash at the end. */
export type Site = { name: string; url: string }
export const SiteContext = createContext<Site>({ name: '', url: '' })
export const useSite = () => use(SiteContext)
