const windowMs = 10_000

type Write = (facts: object, text: string) => void

/** Returns a log function. Logs the first entry of a kind at once, then the number of repetitions once per `ms`. */
export function collapseRepeatedEntries(
  write: Write,
  ms = windowMs,
): (kind: string, facts: object, text: string) => void {
  const repeats = new Map<string, number>()
  return (kind, facts, text) => {
    const count = repeats.get(kind)
    repeats.set(kind, (count ?? -1) + 1)
    if (count !== undefined) return
    write(facts, text)
    const sum = () => {
      const repeated = repeats.get(kind) ?? 0
      repeats.delete(kind)
      if (repeated > 0) write({ kind, repeated, seconds: ms / 1_000 }, `${text}: the same again`)
    }
    setTimeout(sum, ms).unref()
  }
}
