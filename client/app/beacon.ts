export function sendBeacon(path: string): void {
  // oxlint-disable-next-line no-restricted-properties -- the one place
  if ('sendBeacon' in navigator) navigator.sendBeacon(path)
}
