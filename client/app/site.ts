import { createContext, use } from 'react'
import type { Site } from '#shared/site/schema.ts'

export const SiteContext = createContext<Site | null>(null)
export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('No page stands outside a site.')
  return site
}
