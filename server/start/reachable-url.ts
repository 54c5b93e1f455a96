/** Returns PUBLIC_URL if this server answers there, since sign-ins belong to an origin; else `listening`. */
export function reachableUrl(public_url: string, listening: string): string {
  const { protocol, hostname, port } = new URL(public_url)
  const isHere = protocol === 'http:' && hostname === 'localhost' && port === new URL(listening).port
  return isHere ? public_url : listening
}
