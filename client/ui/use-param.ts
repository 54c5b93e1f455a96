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

export const decodeParams = (params: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value = '']) => [name, decode(value)]))
