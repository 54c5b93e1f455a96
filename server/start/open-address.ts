/**
 * Returns where to open the site: PUBLIC_URL where that is this very server, and what it listens on otherwise. Browsers
 * store a log-in by origin, and a checkout leads back to PUBLIC_URL.
 */
export function openAddress(public_url: string, listening: string): string {
  const { protocol, hostname, port } = new URL(public_url)
  const isHere = protocol === 'http:' && hostname === 'localhost' && port === new URL(listening).port
  return isHere ? public_url : listening
}
