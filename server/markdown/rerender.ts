import { renderAgain } from './markdown.ts'
import type { TextKind } from './pipeline.ts'

export type Outdated = { text: string; html: string }
type Source<Row> = {
  kind: TextKind
  /** Some of an older version than `renderVersion`: none when all are rendered. */
  find: () => Promise<Row[]>
  /** Must leave a text alone that was changed meanwhile: it has the latest version. */
  write: (row: Row, html: string) => Promise<unknown>
}

/** One text after the other, so that what people write comes between; what is not done in the time is left for the next run. */
export async function rerender<Row extends Outdated>({ kind, find, write }: Source<Row>, maxMs: number): Promise<void> {
  const startedAt = performance.now()
  let rows = await find()
  while (rows.length > 0) {
    for (const row of rows) {
      if (performance.now() - startedAt > maxMs) return
      await write(row, await renderAgain(row.text, kind))
    }
    rows = await find()
  }
}
