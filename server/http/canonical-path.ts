type CanonicalPath = {
  /** Exactly one leading slash: `//host` would be read as a host. */
  pathname: string
  isDecodable: boolean
  isPlain: boolean
}

function isDecodableText(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isAmbiguous = (name: string) => name === '' || name === '.' || name === '..' || /[/\\]/.test(name)

export const maxPathLength = 4_000

/** Normalizes as browsers do, in linear time. */
export function canonicalPath(path: string): CanonicalPath {
  // Decoded as a whole: throwing for each of many segments would cost many times a valid path.
  const isDecodable = isDecodableText(path)
  // The router is slow on many percent signs.
  if (!isDecodable && path.length > maxPathLength)
    return { pathname: path.startsWith('/api/') ? '/api/%25' : '/%25', isDecodable, isPlain: false }
  const parts = path.split(/[/\\]/).slice(1)
  const endsInSlash = parts.at(-1) === ''
  if (endsInSlash) parts.pop()
  const decoded = isDecodable ? parts.map(decodeURIComponent) : parts
  const names: string[] = []
  for (const name of decoded) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(encodeURIComponent(name))
  }
  return {
    pathname: `/${names.join('/')}${endsInSlash && names.length > 0 ? '/' : ''}`,
    isDecodable,
    isPlain: !path.includes('\\') && !decoded.some(isAmbiguous),
  }
}
