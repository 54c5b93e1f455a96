/** Tells the server something that nobody waits for; a browser that sends no beacons tells nothing. */
export function sendBeacon(path: string): void {
  // oxlint-disable-next-line no-restricted-properties -- the one place
  if ('sendBeacon' in navigator) navigator.sendBeacon(path)
}
