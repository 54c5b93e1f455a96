import { useParams } from 'react-router-dom'

/** A part of the address that the route requires. */
export function useParam(name: string): string {
  const value = useParams()[name]
  if (value === undefined) throw new Error(`The route has no parameter ${name}.`)
  return value
}
