import { createContext, use } from 'react'

export const ParamsContext = createContext<Record<string, string>>({})

export function useParam(name: string): string {
  const value = use(ParamsContext)[name]
  if (value === undefined) throw new Error(`The page's path has no ${name}.`)
  return value
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decoded params of a path for a pattern such as `/forum/thread/:slug`; `/*` at its end covers all paths below. */
export function matchParams(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split('/')
  const parts = path.split('/')
  const isOpen = names.at(-1) === '*'
  if (isOpen) names.pop()
  if (isOpen ? parts.length < names.length : parts.length !== names.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = decode(part)
    else if (name !== part) return null
  }
  return params
}
