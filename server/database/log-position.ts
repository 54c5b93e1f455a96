const written = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

/** A place in the log of a database (pg_lsn), to compare; null for anything else. */
export function logPosition(text: string | null | undefined): bigint | null {
  const [, high, low] = written.exec(text ?? '') ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null
}
