import type { Locale } from '#shared/locale.ts'
import { db } from '../database/db.ts'
import { renderVersion } from '../markdown/markdown.ts'
import { rerenderOutdated } from '../markdown/rerender.ts'
import type { OutdatedHtml } from '../markdown/rerender.ts'

const batchRows = 10
type Row = OutdatedHtml & { post_id: number; locale: Locale }

/** Posts to render again. Equal HTML is not written, so that cached responses stay. */
const posts = {
  kind: 'post' as const,
  find: () => db.$queryRaw<Row[]>`
    SELECT post_id, locale::text, body AS text, body_html AS html FROM post_text
     WHERE render_version < ${renderVersion} LIMIT ${batchRows}`,
  write: ({ post_id, locale, text, html: before }: Row, body_html: string) =>
    db.postText.updateMany({
      where: { post_id, locale, body: text, render_version: { lt: renderVersion } },
      data: { render_version: renderVersion, ...(body_html !== before && { body_html }) },
    }),
}

export const rerenderPosts = (maxMs: number): Promise<void> => rerenderOutdated(posts, maxMs)
