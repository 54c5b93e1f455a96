import findMyWay from 'find-my-way'

export const withoutSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''))
const isSlug = (part: string) => /^:(?:\w+_)?slug$/.test(part)
/** Of an encoded name: its escapes stay as they are. */
const lowerCase = (name: string) =>
  name.replaceAll(/%..|[A-Z]/g, (text) => (text.length > 1 ? text : text.toLowerCase()))

/** The one spelling of a page's path: words and slugs are lower case, while the case of keys and ids counts. */
function spell(pattern: string, pathname: string): string {
  const names = pathname.split('/')
  const parts = pattern.split('/').flatMap((part, at) => {
    if (part === '*') return names.slice(at)
    if (!part.startsWith(':')) return part
    return isSlug(part) ? lowerCase(names[at] ?? '') : (names[at] ?? '')
  })
  return parts.join('/')
}

export class PageAddresses {
  #pages = findMyWay({ maxParamLength: 16_384, caseSensitive: false })

  /** `patterns`: as in /library/prompt/:slug. */
  constructor(patterns: readonly string[]) {
    for (const pattern of patterns) this.#add(pattern)
    for (const pattern of patterns) if (pattern.endsWith('/*')) this.#add(pattern.slice(0, -2))
  }

  has = (pathname: string) => this.#pages.find('GET', pathname) !== null

  /** The address of the page that a path spells in its own way; without a slash at the end where it spells none. */
  canonical(path: string): string {
    const pathname = withoutSlash(path)
    const found = this.#pages.find('GET', pathname)
    return found ? spell(found.store as string, pathname) : pathname
  }

  #add(pattern: string) {
    this.#pages.on('GET', pattern, () => {}, pattern)
  }
}
