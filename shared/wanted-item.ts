import { paths } from './paths.ts'
import { matching } from './query-params.ts'

/** An item of the library by its kind and slug, as `prompt/outline-a-talk`: an address shows no words that others wrote. */
const readWanted = matching(/^(?:category|use-case|prompt)\/[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u, 220)

/** `for`: what somebody came to the plans for. */
export const SubscriptionQuery = { for: readWanted }

/** The item whose page is at a path of the site. */
export function wantedAt(path: string): string | undefined {
  const [pathname = ''] = path.split(/[?#]/)
  const start = `${paths.library}/`
  if (!pathname.startsWith(start)) return undefined
  try {
    return readWanted(decodeURIComponent(pathname.slice(start.length)), new URLSearchParams())
  } catch {
    return undefined
  }
}

export const isWanted = (text: unknown): text is string =>
  typeof text === 'string' && readWanted(text, new URLSearchParams()) !== undefined

export const pathOfWanted = (wanted: string) => `${paths.library}/${wanted}`

export const plansFor = (wanted: string | undefined) =>
  wanted === undefined ? paths.subscription : `${paths.subscription}?for=${wanted}`
