import findMyWay from 'find-my-way'

export const withoutSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''))
const isSlug = (part: string) => /^:(?:\w+_)?slug$/.test(part)
const lowerCase = (name: string) =>
  name.replaceAll(/%..|[A-Z]/g, (text) => (text.length > 1 ? text : text.toLowerCase()))

/** Returns the canonical spelling of a page path: words and slugs in lower case, keys and ids as they are. */
function canonicalSpelling(pattern: string, pathname: string): string {
  const names = pathname.split('/')
  const parts = pattern.split('/').flatMap((part, at) => {
    if (part === '*') return names.slice(at)
    if (!part.startsWith(':')) return part
    return isSlug(part) ? lowerCase(names[at] ?? '') : (names[at] ?? '')
  })
  return parts.join('/')
}

export class PagePaths {
  #pages = findMyWay({ maxParamLength: 16_384, caseSensitive: false })

  constructor(patterns: readonly string[]) {
    for (const pattern of patterns) this.#add(pattern)
    for (const pattern of patterns) if (pattern.endsWith('/*')) this.#add(pattern.slice(0, -2))
  }

  has = (pathname: string) => this.#pages.find('GET', pathname) !== null

  /** Returns the canonical path of the matching page. Without a match, it removes the trailing slash only. */
  canonical(path: string): string {
    const pathname = withoutSlash(path)
    const found = this.#pages.find('GET', pathname)
    return found ? canonicalSpelling(found.store as string, pathname) : pathname
  }

  #add(pattern: string) {
    this.#pages.on('GET', pattern, () => {}, pattern)
  }
}
