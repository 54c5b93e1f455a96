export const batchRows = 1_000

type BatchOptions = { rows?: number; maxMs?: number }

/** Runs batches until one is not full. Returns the number of rows. */
export async function inBatches(
  runBatch: (rows: number) => Promise<number | { count: number }>,
  { rows = batchRows, maxMs = Infinity }: BatchOptions = {},
): Promise<number> {
  const endsAt = performance.now() + maxMs
  let total = 0
  for (let count = rows; count >= rows && performance.now() < endsAt; total += count) {
    const batch = await runBatch(rows)
    count = typeof batch === 'number' ? batch : batch.count
  }
  return total
}
