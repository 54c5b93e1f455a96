function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parameters that `matchPath` reads from an encoded path. A value that cannot be decoded stays as it is. */
export const decodeParams = (params: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value = '']) => [name, decode(value)]))
