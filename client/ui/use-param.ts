import { createContext, use } from 'react'

export const ParamsContext = createContext<Record<string, string>>({})

export function useParam(name: string): string {
  const value = use(ParamsContext)[name]
  if (value === undefined) throw new Error(`The page's path has no ${name}.`)
  return value
}
