import { db } from '../database/db.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { renderVersion } from '../markdown/markdown.ts'
import { rerenderOutdated } from '../markdown/rerender.ts'
import type { OutdatedHtml } from '../markdown/rerender.ts'
import { threadExcerptLength } from './new-threads.ts'

const batchRows = 50
type Row = OutdatedHtml & { id: number }

/** Texts to render again. Equal HTML is not written, so that cached responses stay. */
const threads = {
  kind: 'thread' as const,
  find: () => db.$queryRaw<Row[]>`
    SELECT id, description AS text, description_html AS html FROM thread
     WHERE render_version < ${renderVersion} ORDER BY render_version LIMIT ${batchRows}`,
  write: ({ id, text, html: before }: Row, html: string) =>
    db.thread.updateMany({
      where: { id, description: text, render_version: { lt: renderVersion } },
      data: {
        render_version: renderVersion,
        ...(html !== before && { description_html: html, excerpt: excerptOf(html, threadExcerptLength) }),
      },
    }),
}

const comments = {
  kind: 'comment' as const,
  find: () => db.$queryRaw<Row[]>`
    SELECT id, body AS text, body_html AS html FROM comment
     WHERE render_version < ${renderVersion} ORDER BY render_version LIMIT ${batchRows}`,
  write: ({ id, text, html: before }: Row, html: string) =>
    db.comment.updateMany({
      where: { id, body: text, render_version: { lt: renderVersion } },
      data: { render_version: renderVersion, ...(html !== before && { body_html: html }) },
    }),
}

const edits = {
  kind: 'thread' as const,
  find: () => db.$queryRaw<Row[]>`
    SELECT id, text, html FROM pending_edit WHERE render_version < ${renderVersion} ORDER BY render_version LIMIT ${batchRows}`,
  write: ({ id, text }: Row, html: string) =>
    db.pendingEdit.updateMany({
      where: { id, text, render_version: { lt: renderVersion } },
      data: { render_version: renderVersion, html },
    }),
}

export async function rerenderForum(maxMs: number): Promise<void> {
  const startedAt = performance.now()
  await rerenderOutdated(threads, maxMs)
  for (const source of [comments, edits]) await rerenderOutdated(source, maxMs - (performance.now() - startedAt))
}
