import { rerenderMarkdown } from './markdown.ts'
import type { TextKind } from './render-text.ts'

export type OutdatedHtml = { text: string; html: string }
type Source<Row> = {
  kind: TextKind
  find: () => Promise<Row[]>
  write: (row: Row, html: string) => Promise<unknown> // must skip a row that was changed after it was read
}

export async function rerenderOutdated<Row extends OutdatedHtml>(
  { kind, find, write }: Source<Row>,
  maxMs: number,
): Promise<void> {
  const startedAt = performance.now()
  let rows = await find()
  while (rows.length > 0) {
    for (const row of rows) {
      if (performance.now() - startedAt > maxMs) return
      await write(row, await rerenderMarkdown(row.text, kind))
    }
    rows = await find()
  }
}
