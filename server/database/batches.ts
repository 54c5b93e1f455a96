export const batchRows = 1_000

type BatchOptions = { rows?: number; maxMs?: number }

export async function inBatches(
  runBatch: (rows: number) => Promise<number>,
  { rows = batchRows, maxMs = Infinity }: BatchOptions = {},
): Promise<number> {
  const endsAt = performance.now() + maxMs
  let total = 0
  for (let count = rows; count >= rows && performance.now() < endsAt; total += count) count = await runBatch(rows)
  return total
}
