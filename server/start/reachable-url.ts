/** Returns PUBLIC_URL if it is this server's local address, since cookies belong to one host name; else `listening`. */
export function reachableUrl(public_url: string, listening: string): string {
  const { protocol, hostname, port } = new URL(public_url)
  const isHere = protocol === 'http:' && hostname === 'localhost' && port === new URL(listening).port
  return isHere ? public_url : listening
}
